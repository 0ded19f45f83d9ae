import type { assignBot as spec } from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { replaceInstance } from '../settings/replace-instance.ts'
import { resolveSettings } from '../settings/resolve-settings.ts'
import { findValid } from '../../../billing/subscriptions/index.ts'
import { changeBot, findBotInstance, findOwnInstance } from '../bot-store.ts'
import { botView, isParticipating } from '../bot-view.ts'
import { countHeld } from '../positions/count-held.ts'
import { makeBot } from '../make-bot.ts'

/**
 * The user's plan runs this strategy, in a bot of its own: it trades on paper as the one before it did, from the moment
 * that one holds nothing. A bot that trades with real money must be stopped first: its owner agreed to another strategy.
 */
export const assignBot: UseCase<typeof spec> = async (context, { bot_id, user_id }) => {
  const { db, clock } = context
  const subscription = await findValid(db, user_id, clock.now())
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  const resolved = await resolveSettings(db, subscription, bot_id)
  if (typeof resolved !== 'object' || resolved.strategy.id !== bot_id) return refuse('STRATEGY_NOT_FITTING')
  const { strategy, settings, mode } = resolved
  const known = await findOwnInstance(db, subscription.id)
  const isTrading = known !== undefined && isParticipating(known)
  if (isTrading && known.mode === 'live') return refuse('BOT_TRADES_LIVE')
  // A position bought with real money is not sold on paper; a bot that is replaced keeps its own mode.
  const changesMode = known?.strategy_id === strategy.id && !isTrading && known.mode !== mode
  const holds = changesMode ? await countHeld(db, known.id, clock.now()) : 0
  if (holds > 0) return refuse('POSITIONS_OPEN', { values: { count: String(holds) } })
  const made = known ? undefined : await makeBot(context, subscription, resolved)
  if (!known && !made) return refuse('BOT_EXISTS')
  return db.transaction().execute(async (tx) => {
    const as = {
      cause: 'The operator assigned another strategy',
      begins: isTrading ? 'as the former ran' : 'stopped',
    } as const
    const change = { version: strategy.version, settings, ...(!isTrading && { mode }) }
    const bot =
      made ??
      (known?.strategy_id === strategy.id
        ? await changeBot(tx, known.id, [known.status], change, clock.now())
        : known && (await replaceInstance(tx, known, resolved, as, clock.now())))
    if (!bot) return refuse('BOT_TRADES')
    await recordAudit(tx, context, {
      action: 'bot.assigned',
      subject: { kind: 'user-bot', id: bot.id },
      before: { strategy_id: known?.strategy_id ?? null },
      after: { strategy_id: strategy.id },
    })
    const line = await findBotInstance(tx, clock.now(), bot.id)
    if (!line) return refuse('NOT_FOUND')
    const held = known && known.id !== bot.id ? await countHeld(tx, known.id, clock.now()) : line.open_positions
    const waits = isTrading && held > 0
    const message = waits
      ? `${line.username} runs ${strategy.name} as soon as its open positions are closed.`
      : `${line.username} now runs ${strategy.name}.`
    return { message, bot: botView(line) }
  })
}
