import type { BrokerOrderId, ClientId, TradeId } from '@trading-bot/core/units'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { Broker, BrokerFill, BrokerOrder, BrokerPosition } from '../../ports.ts'
import { pause } from '../pause.ts'
import type { FaultSetup } from './fault-setup.ts'

export const LONGEST_LAG_MS = 6 * SECOND_MS
const LONGEST_LAGGING_MS = 40 * SECOND_MS
const LATEST_TRADE_MS = 2 * MINUTE_MS
const LATEST_TAG_MS = 2 * MINUTE_MS
// The adapter's own timeout.
const TIMEOUT_MS = 7 * SECOND_MS

/** Books of some seconds ago, each with a lag of its own, trades that appear minutes late, and orders without a tag. */
export function laggingBooks(inner: Broker, setup: FaultSetup): Broker {
  const { clock, timers, faults } = setup
  const tokens = new Map<BrokerOrderId, string>()
  const versions = new Map<BrokerOrderId, BrokerOrder[]>()
  const tagFromMs = new Map<ClientId, number>()
  const asOf = { orders: sourceLag(setup), trades: sourceLag(setup), positions: sourceLag(setup) }
  const isShown = lateTrades(setup)
  const tagged = (row: BrokerOrder): BrokerOrder =>
    clock.nowMs() < (tagFromMs.get(row.clientId) ?? -Infinity) ? { ...row, clientId: '' } : row
  const rowAt = (row: BrokerOrder, atMs: number): BrokerOrder | undefined =>
    row.updatedMs === null || row.updatedMs <= atMs
      ? row
      : versions.get(row.brokerOrderId)?.findLast(({ updatedMs }) => (updatedMs ?? 0) <= atMs)
  inner.watchOrders({
    onOrder: (row) => {
      tokens.set(row.brokerOrderId, row.token)
      versions.set(row.brokerOrderId, [...(versions.get(row.brokerOrderId) ?? []), row])
    },
    onGap: () => {},
  })

  return {
    ...inner,
    place: async (request) => {
      if (!faults.strikes('TAG_AND_ANSWER_LOST')) return inner.place(request)
      tagFromMs.set(request.clientId, clock.nowMs() + TIMEOUT_MS + faults.randomness.whole(LATEST_TAG_MS))
      await inner.place(request)
      await pause(timers, TIMEOUT_MS)
      return { kind: 'unknown', why: 'no answer' }
    },
    orderBook: async () => {
      const answer = await inner.orderBook()
      if (answer.kind !== 'answered') return answer
      const atMs = asOf.orders()
      return { ...answer, value: answer.value.flatMap((row) => rowAt(row, atMs) ?? []).map(tagged) }
    },
    tradeBook: async () => {
      const answer = await inner.tradeBook()
      if (answer.kind !== 'answered') return answer
      const atMs = asOf.trades()
      return { ...answer, value: answer.value.filter((trade) => trade.atMs <= atMs && isShown(trade)) }
    },
    positions: async () => {
      const answer = await inner.positions()
      const trades = await inner.tradeBook()
      if (answer.kind !== 'answered' || trades.kind !== 'answered') return answer
      const atMs = asOf.positions()
      const later = trades.value.filter((trade) => trade.atMs > atMs)
      return { ...answer, value: answer.value.map((row) => positionBefore(row, later, tokens)) }
    },
    watchOrders: ({ onOrder, onGap }) => inner.watchOrders({ onOrder: (row) => onOrder(tagged(row)), onGap }),
  }
}

/** The instant that a source shows when it is read. */
function sourceLag({ faults, clock }: FaultSetup): () => number {
  const { strikes, randomness } = faults
  let lagMs = 0
  let untilMs = -Infinity
  return () => {
    const nowMs = clock.nowMs()
    if (nowMs >= untilMs) {
      lagMs = strikes('ROWS_LAG') ? 1 + randomness.whole(LONGEST_LAG_MS) : 0
      untilMs = lagMs === 0 ? -Infinity : nowMs + randomness.whole(LONGEST_LAGGING_MS)
    }
    return nowMs - lagMs
  }
}

/** Whether the trade book shows a trade yet, decided when it is first read. */
function lateTrades({ faults, clock }: FaultSetup): (trade: BrokerFill) => boolean {
  const { strikes, randomness } = faults
  const fromMs = new Map<TradeId, number>()
  return ({ tradeId }) => {
    const nowMs = clock.nowMs()
    const known =
      fromMs.get(tradeId) ??
      (strikes('TRADE_MISSING') ? nowMs + MINUTE_MS + randomness.whole(LATEST_TRADE_MS) : -Infinity)
    fromMs.set(tradeId, known)
    return nowMs >= known
  }
}

function positionBefore(
  row: BrokerPosition,
  later: readonly BrokerFill[],
  tokens: ReadonlyMap<BrokerOrderId, string>,
): BrokerPosition {
  const before = { ...row }
  for (const { brokerOrderId, side, quantity, pricePaise } of later) {
    if (tokens.get(brokerOrderId) !== row.token) continue
    if (side === 'BUY') {
      before.buyQuantity -= quantity
      before.buyValuePaise -= quantity * pricePaise
    } else {
      before.sellQuantity -= quantity
      before.sellValuePaise -= quantity * pricePaise
    }
  }
  return before
}
