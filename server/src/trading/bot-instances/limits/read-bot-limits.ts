import type { LimitFigure, readBotLimits as spec } from '@trading-bot/contract/rest/trading/bot-limits'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Limits } from '@trading-bot/core/risk/limits'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { maySee } from '../may-see.ts'
import { type BotFigures, figuresAt } from './bot-figures.ts'
import { currentSession } from './current-session.ts'
import { findFigures } from './figures-store.ts'
import { effectiveLimits, ownLimitsOf } from './own-limits.ts'

export const readBotLimits: UseCase<typeof spec> = async (context, { id }) => {
  const { db, actor, calendar, clock } = context
  const bot = await findFigures(db, id.toLowerCase(), currentSession(calendar, clock.now()))
  if (!bot || bot.is_archived || !maySee(actor, bot.user_id)) return refuse('NOT_FOUND')
  const { limits, instruments } = bot.settings
  const own = ownLimitsOf(bot)
  const figures = limitFigures(effectiveLimits(bot), figuresAt(context, bot))
  const isTighter = (field: 'maxLossPerDayPaise' | 'maxProfitPerDayPaise' | 'maxOpenPositions') =>
    own[field] !== null && own[field] < (limits[field] ?? Infinity)
  const isOwn: Partial<Record<LimitFigure['code'], boolean>> = {
    daily_loss: isTighter('maxLossPerDayPaise'),
    daily_profit: isTighter('maxProfitPerDayPaise'),
    open_positions: isTighter('maxOpenPositions'),
    excluded_symbols: true,
  }
  const symbols = instruments.map(({ symbol }) => symbol)
  return [...figures, excludedFigure(symbols, own.excludedSymbols)].map((figure) => ({
    ...figure,
    is_own: isOwn[figure.code] ?? false,
  }))
}

type Figure = Omit<LimitFigure, 'is_own'>

const NET = 'Net of charges, open positions and the cost of closing them'

function limitFigures(limits: Limits, figures: BotFigures): Figure[] {
  const { limitedDayPaise, weekNetPaise, drawdownPaise, openValuePaise, heldSymbols, orders } = figures
  const { maxLossPerDayPaise, maxProfitPerDayPaise, maxLossPerWeekPaise, maxDrawdownPaise, maxOpenValuePaise } = limits
  return [
    lossLimit({ code: 'daily_loss', name: 'Daily loss', basis: NET }, maxLossPerDayPaise, limitedDayPaise),
    amountLimit({ code: 'daily_profit', name: 'Daily profit', basis: NET }, maxProfitPerDayPaise, limitedDayPaise),
    lossLimit(
      { code: 'weekly_loss', name: 'Weekly loss', basis: `Monday to Friday. ${NET}` },
      maxLossPerWeekPaise,
      weekNetPaise,
    ),
    amountLimit(
      { code: 'drawdown', name: 'Drawdown', basis: `Below your best booked result. ${NET}` },
      maxDrawdownPaise,
      drawdownPaise,
    ),
    amountLimit(
      { code: 'open_value', name: 'Open value', basis: 'Positions at their entry prices' },
      maxOpenValuePaise,
      openValuePaise,
    ),
    {
      code: 'open_positions',
      name: 'Open positions',
      limit: limits.maxOpenPositions,
      figure: heldSymbols.length,
      basis: 'Symbols held at the same time',
      is_reached: limits.maxOpenPositions !== null && heldSymbols.length >= limits.maxOpenPositions,
    },
    {
      code: 'orders',
      name: 'Entry orders today',
      limit: limits.maxEntriesPerDay,
      figure: orders,
      basis: 'Orders that open a position, in this session; exits are never counted',
      is_reached: orders >= limits.maxEntriesPerDay,
    },
    {
      code: 'trailing_stop',
      name: 'Trailing stop',
      limit: limits.trailingStopBps === null ? null : limits.trailingStopBps / 100,
      figure: null,
      basis: 'Below the best price since the entry; for a short, above it',
      is_reached: false,
    },
  ]
}

/** Symbols without new positions, of all that the bot trades; no limit while none is excluded. */
function excludedFigure(symbols: readonly string[], excluded: readonly string[]): Figure {
  const left = symbols.filter((symbol) => !excluded.includes(symbol))
  const names = symbols.filter((symbol) => excluded.includes(symbol))
  return {
    code: 'excluded_symbols',
    name: 'Excluded symbols',
    limit: names.length === 0 ? null : symbols.length,
    figure: names.length,
    basis: `No new positions in ${names.join(', ')}`,
    is_reached: left.length === 0,
  }
}

type Named = Pick<LimitFigure, 'code' | 'name' | 'basis'>

function lossLimit(named: Named, limitPaise: number | null, netPaise: number | null): Figure {
  const isReached = limitPaise !== null && netPaise !== null && netPaise <= -limitPaise
  return { ...named, limit: rupees(limitPaise), figure: rupees(netPaise), is_reached: isReached }
}

function amountLimit(named: Named, limitPaise: number | null, figurePaise: number | null): Figure {
  const isReached = limitPaise !== null && figurePaise !== null && figurePaise >= limitPaise
  return { ...named, limit: rupees(limitPaise), figure: rupees(figurePaise), is_reached: isReached }
}

function rupees(paise: number | null): number | null {
  return paise === null ? null : paise / 100
}
