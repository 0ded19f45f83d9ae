import type {
  OwnLimitsView,
  readOwnLimits as read,
  updateOwnLimits as update,
} from '@trading-bot/contract/rest/trading/bot-limits'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context } from '../../../platform/http/context.ts'
import type { BotInstanceRow } from '../bot-store.ts'
import { findVisible } from '../read-bots.ts'
import { BotSettings } from '../settings/bot-settings.ts'
import { figuresAt } from './bot-figures.ts'
import { checkTighter } from './check-tighter.ts'
import { currentSession } from './current-session.ts'
import { findFigures } from './figures-store.ts'
import { lockOwnBot, ownLimitsFields, ownLimitsOf, saveOwnLimits } from './own-limits.ts'

export const readOwnLimits: UseCase<typeof read> = async (context, { id }) => {
  const bot = await findVisible(context, id)
  return bot ? viewOf(context, bot) : refuse('NOT_FOUND')
}

/** Only the owner may tighten; the engine applies it to the running bot once the transaction commits. */
export const updateOwnLimits: UseCase<typeof update> = async (context, { id, ...input }) => {
  const { db, actor, clock } = context
  const wanted = { ...input, excluded_symbols: [...new Set(input.excluded_symbols)].sort() }
  const saved = await db.transaction().execute(async (tx) => {
    const bot = await lockOwnBot(tx, id, actor.userId)
    if (!bot) return refuse('NOT_FOUND')
    const before = ownLimitsFields(ownLimitsOf(bot))
    const refusal = checkTighter(before, wanted, boundsOf(bot))
    if (refusal) return refusal
    if (JSON.stringify(before) === JSON.stringify(wanted)) return { bot, message: 'No change to save.' }
    await saveOwnLimits(tx, id, wanted, clock.now())
    await recordAudit(tx, context, {
      action: 'bot.limits_changed',
      subject: { kind: 'user-bot', id },
      before,
      after: wanted,
    })
    return { bot: await lockOwnBot(tx, id, actor.userId), message: 'Limits saved. They apply at once.' }
  })
  if (saved instanceof Refusal) return saved
  if (!saved.bot) return refuse('NOT_FOUND')
  return { message: saved.message, limits: await viewOf(context, saved.bot) }
}

/** What the strategy, the plan and the configuration allow: the settings without the owner's tighter limits. */
function boundsOf(bot: BotInstanceRow): Pick<OwnLimitsView, 'bounds' | 'symbols'> {
  const { limits, instruments } = BotSettings.parse(bot.settings)
  const rupees = (paise: number | null) => (paise === null ? null : paise / 100)
  return {
    bounds: {
      max_loss_per_day: rupees(limits.maxLossPerDayPaise),
      max_profit_per_day: rupees(limits.maxProfitPerDayPaise),
      max_open_positions: Math.min(limits.maxOpenPositions ?? instruments.length, instruments.length),
    },
    symbols: instruments.map(({ symbol }) => symbol),
  }
}

async function viewOf(context: Context<'owner'>, bot: BotInstanceRow): Promise<OwnLimitsView> {
  const { capital, instruments } = BotSettings.parse(bot.settings)
  const sides =
    'capitalPaise' in capital ? [capital.capitalPaise] : [capital.longCapitalPaise, capital.shortCapitalPaise]
  const row = await findFigures(context.db, bot.id, currentSession(context.calendar, context.clock.now()))
  if (!row) throw new Error('a bot that was just read has no figures')
  const { limitedDayPaise, heldSymbols } = figuresAt(context, row)
  return {
    own: ownLimitsFields(ownLimitsOf(bot)),
    ...boundsOf(bot),
    capital: sides.reduce((sum, paise) => sum + paise, 0) / 100,
    capital_per_symbol: Math.floor(Math.max(...sides) / instruments.length) / 100,
    day_net: limitedDayPaise === null ? null : limitedDayPaise / 100,
    held_symbols: [...heldSymbols],
  }
}
