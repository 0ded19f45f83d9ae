import type { Answer, BrokerOrder, BrokerFill, OrderRequest, PlacedOrder } from '../../ports.ts'
import { type AcceptanceBench, hold } from './card.ts'

const PATIENCE_MS = 130_000
const LOOK_EVERY_MS = 2_000

/** A market entry by default; every card uses its own client id. */
export async function requestFor(
  bench: AcceptanceBench,
  clientId: string,
  options: Partial<OrderRequest> = {},
): Promise<OrderRequest> {
  const { instrument } = bench
  const lastPaise = await lastPaiseOf(bench)
  return {
    clientId,
    instrument,
    side: 'BUY',
    quantity: 10,
    product: 'INTRADAY',
    purpose: 'ENTRY',
    price: { kind: 'MARKET', lastPaise },
    decidedAtMs: bench.nowMs(),
    ...options,
  }
}

export async function lastPaiseOf({ broker, instrument, settle }: AcceptanceBench): Promise<number> {
  const prices = answered(await settle(broker.lastPrices([instrument])))
  const last = prices.get(instrument.token)
  hold(last !== undefined && last > 0, 'the instrument has a last price', [...prices])
  return last
}

/** A price on a tick, at a distance from the last one. */
export async function awayBps(bench: AcceptanceBench, bps: number): Promise<number> {
  const { tickPaise } = bench.instrument
  return Math.round(((await lastPaiseOf(bench)) * (1 + bps / 10_000)) / tickPaise) * tickPaise
}

export async function place(bench: AcceptanceBench, request: OrderRequest): Promise<PlacedOrder> {
  const outcome = await bench.settle(bench.broker.place(request))
  hold(outcome.kind === 'acknowledged', 'the order is acknowledged', outcome)
  return { brokerOrderId: outcome.brokerOrderId, request }
}

export async function find(bench: AcceptanceBench, clientId: string): Promise<BrokerOrder | null> {
  const book = answered(await bench.settle(bench.broker.orderBook()))
  const found = book.filter((order) => order.clientId === clientId)
  hold(found.length <= 1, 'a client id stands in the book at most once', found)
  return found[0] ?? null
}

/** Polls the book until the order is as expected, and fails after two minutes of virtual time. */
export async function untilOrder(
  bench: AcceptanceBench,
  clientId: string,
  isExpected: (order: BrokerOrder) => boolean,
): Promise<BrokerOrder> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const order = await find(bench, clientId)
    if (order && isExpected(order)) return order
    hold(waited < PATIENCE_MS, 'the order reaches the expected state', order)
    await bench.passMs(LOOK_EVERY_MS)
  }
}

/** Places an order and waits until it is completely filled. */
export async function fill(bench: AcceptanceBench, request: OrderRequest): Promise<PlacedOrder> {
  const placed = await place(bench, request)
  await untilOrder(bench, request.clientId, ({ state }) => state === 'COMPLETE')
  return placed
}

export async function tradesOf(bench: AcceptanceBench, { brokerOrderId }: PlacedOrder): Promise<readonly BrokerFill[]> {
  const book = answered(await bench.settle(bench.broker.tradeBook()))
  return book.filter((trade) => trade.brokerOrderId === brokerOrderId)
}

export function answered<T>(answer: Answer<T>): T {
  hold(answer.kind === 'answered', 'the broker answers', answer)
  return answer.value
}
