import { useQuery } from '@tanstack/react-query'
import { type BotCode, readCurrentBotCode } from '@trading-bot/contract/rest/bot-code'
import type { BotType } from '@trading-bot/contract/rest/plans'
import { useState } from 'react'
import { queryOf } from '../../../lib/queries/query-of.ts'

/** The bot's code; for a new bot the template of its type, until something is typed. */
export function useCode(bot: BotCode | null, botType: BotType) {
  const [typed, setTyped] = useState<string | null>(bot?.code ?? null)
  const isNew = typed === null
  const template = useQuery({ ...queryOf(readCurrentBotCode, { bot_type: botType }), enabled: isNew })
  return { code: typed ?? template.data?.template ?? '', setCode: setTyped, failed: isNew && template.isError }
}
