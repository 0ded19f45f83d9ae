import type { LimitFigure, readBotLimits as spec } from '@trading-bot/contract/rest/trading/bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sessionStart } from '@trading-bot/engine/live/scheduling/session-start'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findVisible } from '../read-bots.ts'
import { BotSettings } from '../settings/bot-settings.ts'
import { type BotFigures, readFigures } from './bot-figures.ts'

export const readBotLimits: UseCase<typeof spec> = async (context, { id }) => {
  const { db, calendar, clock, prices } = context
  const bot = await findVisible(context, id)
  if (!bot) return refuse('NOT_FOUND')
  const nowMs = clock.now().getTime()
  const session = sessionStart({ calendar, clock: { nowMs: () => nowMs } })
  const { limits, instruments } = BotSettings.parse(bot.settings)
  const tickOf = (token: string) => instruments.find((one) => one.token === token)?.tickPaise ?? 1
  return limitFigures(limits, await readFigures(db, id, { session, nowMs, prices, tickOf }))
}

const NET = 'net of charges, open positions and the cost of closing them'

function limitFigures(limits: BotSettings['limits'], figures: BotFigures): LimitFigure[] {
  const rupees = (paise: number | null) => (paise === null ? null : paise / 100)
  const { dayNetPaise, weekNetPaise, drawdownPaise, openValuePaise, orders } = figures
  const money = (
    code: LimitFigure['code'],
    name: string,
    limitPaise: number | null,
    figurePaise: number | null,
    basis: string,
    isReached: (limit: number, figure: number) => boolean,
  ): LimitFigure => ({
    code,
    name,
    limit: rupees(limitPaise),
    figure: rupees(figurePaise),
    basis,
    is_reached: limitPaise !== null && figurePaise !== null && isReached(limitPaise, figurePaise),
  })
  const lost = (limit: number, figure: number) => figure <= -limit
  const reached = (limit: number, figure: number) => figure >= limit
  return [
    money('daily_loss', 'Daily loss', limits.maxLossPerDayPaise, dayNetPaise, NET, lost),
    money('daily_profit', 'Daily profit', limits.maxProfitPerDayPaise, dayNetPaise, NET, reached),
    money('weekly_loss', 'Weekly loss', limits.maxLossPerWeekPaise, weekNetPaise, `Monday to Friday, ${NET}`, lost),
    money('drawdown', 'Drawdown', limits.maxDrawdownPaise, drawdownPaise, `below your best result, ${NET}`, reached),
    money('open_value', 'Open value', limits.maxOpenValuePaise, openValuePaise, 'positions at entry prices', reached),
    {
      code: 'orders',
      name: 'Orders today',
      limit: limits.maxEntriesPerDay,
      figure: orders,
      basis: 'entries only, exits are never counted',
      is_reached: orders >= limits.maxEntriesPerDay,
    },
    {
      code: 'trailing_stop',
      name: 'Trailing stop',
      limit: limits.trailingStopBps === null ? null : limits.trailingStopBps / 100,
      figure: null,
      basis: 'below the best price since the entry; for a short, above it',
      is_reached: false,
    },
  ]
}
