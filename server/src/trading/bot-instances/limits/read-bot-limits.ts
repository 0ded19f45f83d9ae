import type { LimitFigure, readBotLimits as spec } from '@trading-bot/contract/rest/trading/bot-limits'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findVisible } from '../read-bots.ts'
import { BotSettings, tickOf } from '../settings/bot-settings.ts'
import { type BotFigures, readFigures } from './bot-figures.ts'
import { currentSession } from './current-session.ts'

export const readBotLimits: UseCase<typeof spec> = async (context, { id }) => {
  const { db, calendar, clock, prices } = context
  const bot = await findVisible(context, id)
  if (!bot) return refuse('NOT_FOUND')
  const now = clock.now()
  const session = currentSession(calendar, now)
  const settings = BotSettings.parse(bot.settings)
  const at = { session, nowMs: now.getTime(), prices, tickOf: (token: string) => tickOf(settings, token) }
  return limitFigures(settings.limits, await readFigures(db, id, at))
}

const NET = 'Net of charges, open positions and the cost of closing them'

function limitFigures(limits: BotSettings['limits'], figures: BotFigures): LimitFigure[] {
  const { dayNetPaise, weekNetPaise, drawdownPaise, openValuePaise, orders } = figures
  const { maxLossPerDayPaise, maxProfitPerDayPaise, maxLossPerWeekPaise, maxDrawdownPaise, maxOpenValuePaise } = limits
  return [
    lossLimit({ code: 'daily_loss', name: 'Daily loss', basis: NET }, maxLossPerDayPaise, dayNetPaise),
    amountLimit({ code: 'daily_profit', name: 'Daily profit', basis: NET }, maxProfitPerDayPaise, dayNetPaise),
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

type Named = Pick<LimitFigure, 'code' | 'name' | 'basis'>

function lossLimit(named: Named, limitPaise: number | null, netPaise: number | null): LimitFigure {
  const isReached = limitPaise !== null && netPaise !== null && netPaise <= -limitPaise
  return { ...named, limit: rupees(limitPaise), figure: rupees(netPaise), is_reached: isReached }
}

function amountLimit(named: Named, limitPaise: number | null, figurePaise: number | null): LimitFigure {
  const isReached = limitPaise !== null && figurePaise !== null && figurePaise >= limitPaise
  return { ...named, limit: rupees(limitPaise), figure: rupees(figurePaise), is_reached: isReached }
}

function rupees(paise: number | null): number | null {
  return paise === null ? null : paise / 100
}
