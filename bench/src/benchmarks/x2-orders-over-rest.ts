import { startExchange } from '../processes/start-exchange.ts'
import type { Benchmark } from '../benchmark.ts'

// Eight orders an account: the documented nine a second do not bind at any speed.
const ACCOUNTS = 1_500
const PER_ACCOUNT = 8
// Enough symbols that what they show suffices for all: an order that waits for the next trade would measure the market.
const SYMBOLS = 250
const ORDERS = ACCOUNTS * PER_ACCOUNT
const GOAL_PER_SECOND = 2_000

export const x2OrdersOverRest: Benchmark = {
  id: 'X2',
  title: '12,000 market orders of 1,500 accounts placed over REST on loopback and matched (goal: 2,000 a second)',
  goal: { seconds: ORDERS / GOAL_PER_SECOND },
  prepare: async () => {
    const { exchange, run, close } = await startExchange(SYMBOLS, ACCOUNTS)
    let matched = 0
    const allMatched = new Promise<void>((resolve) => {
      exchange.orderListeners.add(({ what }) => {
        if (what === 'complete' && ++matched === ORDERS) resolve()
      })
    })
    return async () => {
      const answer = await run<{ acknowledged: number; p50Ms: number; p99Ms: number }>({
        do: 'orders',
        perAccount: PER_ACCOUNT,
      })
      if (answer.acknowledged !== ORDERS) throw new Error(`only ${answer.acknowledged} of ${ORDERS} acknowledged`)
      await allMatched
      await close()
      return { units: ORDERS, hash: String(matched), details: { p50_ms: answer.p50Ms, p99_ms: answer.p99Ms } }
    }
  },
}
