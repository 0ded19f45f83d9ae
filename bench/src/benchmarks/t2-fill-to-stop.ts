import { MINUTE_MS } from '@trading-bot/core/time'
import { onBarClose } from '@trading-bot/engine/live/run/strategies/on-bar-close'
import { until } from '../../../product/testing/until.ts'
import type { Benchmark } from '../benchmark.ts'
import { openLiveFanOut } from '../processes/open-live-fan-out.ts'

const ACCOUNTS = 20
const ROUNDS = 15
const GOAL_P99_MS = 300
const PACE = { limitMs: 60_000, everyMs: 20 }

export const t2FillToStop: Benchmark = {
  id: 'T2',
  title: 'Live accounts at the simulated exchange: an entry’s fill to its stop resting there (goal p99 300 ms)',
  goal: { seconds: 120 },
  prepare: async () => {
    const { engine, exchange, isReady, close } = await openLiveFanOut(ACCOUNTS)
    await until('every account to be reconciled', isReady, PACE)
    const [token] = [...engine.markets.real.context.instruments.keys()]
    const filledAtMs = new Map<string, number>()
    const times: number[] = []
    exchange.orderListeners.add(({ order, what }) => {
      const { clientCode } = order
      if (order.side === 'BUY' && order.filledQuantity > 0 && !filledAtMs.has(clientCode))
        filledAtMs.set(clientCode, performance.now())
      if (what !== 'trigger pending') return
      const fromMs = filledAtMs.get(clientCode)
      if (fromMs !== undefined) times.push(performance.now() - fromMs)
    })
    const round = async (number: number): Promise<void> => {
      filledAtMs.clear()
      const pricePaise = exchange.books.get(token!)!.quote.lastPaise
      const startMs =
        Math.floor(Date.now() / (2 * MINUTE_MS)) * 2 * MINUTE_MS + (number % 2) * MINUTE_MS - 2 * MINUTE_MS
      const prices = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, closePaise: pricePaise }
      const bar = { startMs, ...prices, volume: 1 }
      await onBarClose(engine, engine.markets.real, [{ token: token!, startMs, bar, isBackfilled: false }])
      const isDone = () =>
        [...engine.accounts.values()].every(({ positions }) =>
          number % 2 === 0
            ? [...positions.values()].some(({ orders }) =>
                orders.some(({ purpose, state }) => purpose === 'PROTECT' && state === 'RESTING'),
              )
            : positions.size === 0,
        )
      await until(`round ${number} to end`, isDone, PACE)
    }
    return async () => {
      for (let number = 0; number < 2 * ROUNDS; number++) await round(number)
      await close()
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1))
      const details = { fills: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99), most_ms: at(1) }
      return { units: sorted.length, hash: '', details: { ...details, is_within_goal: at(0.99) <= GOAL_P99_MS } }
    }
  },
}
