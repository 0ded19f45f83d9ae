// Computes every figure in a second, independent way: from all raw orders, one at a time, with Intl's calendar instead
// of the database's.
import type { Selectable } from 'kysely'
import type { Orders } from '../platform/db/tables.ts'

type Order = Pick<
  Selectable<Orders>,
  'state' | 'purpose' | 'pnl_paise' | 'filled_value_paise' | 'executed_at' | 'user_id' | 'user_bot_id'
>

const india = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
const hours = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', hourCycle: 'h23' })

export function naiveAnalytics(orders: readonly Order[], fromDay: string) {
  const counted = orders.filter((order) => order.executed_at && (order.state === 'FILLED' || order.pnl_paise !== null))
  const dayOf = (order: Order) => india.format(order.executed_at ?? undefined)
  const inPeriod = counted.filter((order) => dayOf(order) >= fromDay)
  const days = [...new Set(inPeriod.map(dayOf))].sort()
  let cumulative = 0
  const daily = days.map((date) => {
    const of = inPeriod.filter((order) => dayOf(order) === date)
    const pnl = sum(of.map(resultOf))
    cumulative += pnl
    return { date, pnl, cumulative, trades: of.filter(isExecuted).length, exits: of.filter(isExit) }
  })
  const exits = inPeriod.filter(isExit).map(resultOf)
  const ever = counted.filter(isExit).map(resultOf)
  const executed = counted.filter(isExecuted)
  return {
    pnlData: daily.map(({ date, pnl, cumulative: up }) => ({ date, pnl: pnl / 100, cumulative: up / 100 })),
    volumeData: daily.map(({ date, trades }) => ({ date, trades })),
    successRateData: daily
      .filter((day) => day.exits.length > 0)
      .map((day) => ({ date: day.date, successRate: rate(day.exits.map(resultOf)) })),
    tradeDistribution: {
      profitable: exits.filter((pnl) => pnl > 0).length,
      losing: exits.filter((pnl) => pnl < 0).length,
      breakeven: exits.filter((pnl) => pnl === 0).length,
    },
    performanceMetrics: {
      totalTrades: inPeriod.filter(isExecuted).length,
      totalPnl: sum(exits) / 100,
      avgTradePnl: exits.length === 0 ? 0 : Math.round(sum(exits) / exits.length) / 100,
      maxDrawdown: fall(daily.map((day) => day.cumulative)) / 100,
      sharpeRatio: sharpe(daily.map(({ pnl }) => pnl)),
      winRate: rate(exits),
    },
    overview: {
      totalTrades: executed.length,
      totalPnL: sum(ever) / 100,
      successRate: rate(ever),
      avgTradeValue:
        executed.length === 0
          ? 0
          : Math.round(sum(executed.map(({ filled_value_paise }) => Number(filled_value_paise))) / executed.length) /
            100,
      bestTrade: ever.length === 0 ? 0 : Math.max(...ever) / 100,
      worstTrade: ever.length === 0 ? 0 : Math.min(...ever) / 100,
    },
  }
}

export function naiveHours(orders: readonly Order[]) {
  const exits = orders.filter(isExit)
  return Array.from({ length: 24 }, (_, hour) => {
    const of = exits.filter((order) => Number(hours.format(order.executed_at ?? undefined)) === hour).map(resultOf)
    return { hour, trades: of.length, wins: of.filter((pnl) => pnl > 0).length, pnl: sum(of) / 100 }
  }).filter(({ trades }) => trades > 0)
}

const isExecuted = ({ state }: Order) => state === 'FILLED'
const isExit = ({ pnl_paise }: Order) => pnl_paise !== null
const resultOf = ({ pnl_paise }: Order) => Number(pnl_paise ?? 0)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function rate(results: readonly number[]): number {
  return results.length === 0
    ? 0
    : Math.round((results.filter((pnl) => pnl > 0).length / results.length) * 10_000) / 100
}

/** Every pair of an earlier and a later value, and the start at zero. */
function fall(values: readonly number[]): number {
  const all = [0, ...values]
  return Math.max(0, ...all.flatMap((peak, at) => all.slice(at + 1).map((later) => peak - later)))
}

function sharpe(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = sum(values) / values.length
  const deviation = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1))
  return deviation < 1e-9 ? 0 : Math.round((mean / deviation) * Math.sqrt(252) * 100) / 100
}
