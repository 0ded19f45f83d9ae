import type { assignBot as spec } from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { resolveSettings } from '../settings/resolve-settings.ts'
import { findValid } from '../../../billing/subscriptions/index.ts'
import { changeBot, findBotInstance, findOwnInstance } from '../bot-store.ts'
import { botView, isParticipating } from '../bot-view.ts'
import { countHeld } from '../positions/count-held.ts'
import { makeBot } from '../make-bot.ts'

/**
 * The user's bot runs this strategy: a stopped one from its next start, one that trades on paper from the moment it holds
 * nothing (until then its positions keep the exits they were opened with). A bot that trades with real money must be
 * stopped first: its owner agreed to another strategy.
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
  const held = known && !isTrading && known.mode !== mode ? await countHeld(db, known.id, clock.now()) : 0
  if (held > 0) return refuse('POSITIONS_OPEN', { values: { count: String(held) } })
  const bot = known ?? (await makeBot(context, subscription, resolved))
  if (!bot) return refuse('BOT_EXISTS')
  return db.transaction().execute(async (tx) => {
    const change = { strategy_id: strategy.id, version: strategy.version, settings, ...(!isTrading && { mode }) }
    if (!(await changeBot(tx, bot.id, [bot.status], change, clock.now()))) return refuse('BOT_TRADES')
    await recordAudit(tx, context, {
      action: 'bot.assigned',
      subject: { kind: 'user-bot', id: bot.id },
      before: { strategy_id: bot.strategy_id },
      after: { strategy_id: strategy.id },
    })
    const line = await findBotInstance(tx, clock.now(), bot.id)
    if (!line) return refuse('NOT_FOUND')
    const waits = isTrading && line.open_positions > 0
    const message = waits
      ? `${line.username} runs ${strategy.name} as soon as its open positions are closed.`
      : `${line.username} now runs ${strategy.name}.`
    return { message, bot: botView(line) }
  })
}
