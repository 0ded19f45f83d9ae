import {
  BotDraft,
  type discardBotDraft as discardSpec,
  type readBotDraft as readSpec,
  type saveBotDraft as saveSpec,
} from '@trading-bot/contract/rest/trading/bot-studio'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findStrategyRow } from '../bot-code-store.ts'
import { deleteDraft, findDraft, putDraft } from './draft-store.ts'

export const readBotDraft: UseCase<typeof readSpec> = async ({ db, actor }, { id }) => {
  if (!(await findStrategyRow(db, id))) return refuse('NOT_FOUND')
  const row = await findDraft(db, actor.userId, id)
  return { draft: row ? BotDraft.parse({ ...row, saved_at: row.saved_at.toISOString() }) : null }
}

/** Not audited: it is saved a moment after every pause in typing, and it changes nothing that runs. */
export const saveBotDraft: UseCase<typeof saveSpec> = async ({ db, clock, actor }, { id, form, ...typed }) => {
  if (!(await findStrategyRow(db, id))) return refuse('NOT_FOUND')
  const now = clock.now()
  await putDraft(db, { author_id: actor.userId, bot_id: id, ...typed, saved_at: now }, form)
  return { saved_at: now.toISOString() }
}

export const discardBotDraft: UseCase<typeof discardSpec> = async ({ db, actor }, { id }) => {
  if (!(await findStrategyRow(db, id))) return refuse('NOT_FOUND')
  await deleteDraft(db, actor.userId, id)
  return null
}
