import type { importBotFile as importSpec, listBotFiles as listSpec } from '@trading-bot/contract/rest/trading/bot-code'
import { BOT_TYPE_LABELS, BotType } from '@trading-bot/contract/rest/billing/plans'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { DEFAULT_INTERVAL } from '@trading-bot/core/intervals/interval'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listShippedFiles, readShippedFile } from '../../platform/providers/shipped-bots.ts'
import { BotConfig } from './definition/strategy-config.ts'
import { findStrategyByName } from './bot-code-store.ts'
import { makeBot } from './save-bot-code.ts'

export const listBotFiles: UseCase<typeof listSpec> = () => listShippedFiles()

export const importBotFile: UseCase<typeof importSpec> = async (context, { filename }) => {
  const code = await readShippedFile(filename)
  if (code === undefined) return refuse('NO_SUCH_FILE')
  const stem = filename.replace(/\.py$/, '')
  const type = BotType.safeParse(stem)
  const botType = type.success ? type.data : 'custom_strategy'
  const isList = botType === 'multiple_stokes_strategy'
  const config = {
    ...BotConfig.parse(isList ? {} : { symbol: 'SBIN-EQ', token: '3045' }),
    interval: DEFAULT_INTERVAL,
    ...(isList && {
      multiple_symbols: NIFTY_50.slice(0, 10).map(({ symbol, token, name }) => ({ symbol, token, name })),
    }),
    description: `Imported from ${filename}.`,
    status: 'testing' as const,
    bot_type: botType,
  }
  const label = type.success ? BOT_TYPE_LABELS[type.data] : stem.replaceAll('_', ' ')
  for (let n = 1; ; n++) {
    const name = n === 1 ? label : `${label} ${n}`
    if (!(await findStrategyByName(context.db, name)))
      return makeBot(context, { code, files: null, config: { ...config, name } }, filename)
  }
}
