import type { BrokerOrderId } from '@trading-bot/core/units'
import type { OrderState } from '@trading-bot/core/order'
import { advanceOrder, type OrderEvent } from '@trading-bot/core/trading/order-life'
import type { FillModel } from '@trading-bot/core/fills/fill-model'
import { stopLimitPaise } from '@trading-bot/core/risk/stop-limit'
import type { BrokerFill, BrokerOrder, OrderListener, OrderRequest } from '../../ports.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Timers } from '../../ports/timers.ts'
import { bookPaperFill, type PaperAccount, type PaperOrder } from './paper-account.ts'
import { isTriggered, paperFillPrice, triggeredPrice } from './paper-fill-price.ts'
import type { PaperMarket } from './paper-market.ts'

/** What the orders of one paper account need. */
export type PaperContext = {
  readonly account: PaperAccount
  readonly listeners: Set<OrderListener>
  readonly market: PaperMarket
  readonly fillModel: FillModel
  readonly clock: Clock
  readonly timers: Timers
  /** How many of an order's remaining shares a trade fills; all of them by default. */
  readonly fillQuantity?: (remaining: number) => number
}

const NOTHING = () => {}

type NewOrder = {
  readonly request: OrderRequest
  readonly brokerOrderId: BrokerOrderId
  readonly openUntilMs: number
  /** Fills that an earlier process received; they are booked already. */
  readonly trades: readonly BrokerFill[]
}

export function openPaperOrder(context: PaperContext, opened: NewOrder): PaperOrder {
  const { account, clock, timers, market } = context
  const { request, brokerOrderId, openUntilMs, trades } = opened
  const nowMs = clock.nowMs()
  const order: PaperOrder = {
    brokerOrderId,
    request,
    state: seen('UNKNOWN', waitingEvent(request)),
    filledQuantity: trades.reduce((sum, { quantity }) => sum + quantity, 0),
    filledValuePaise: trades.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0),
    trades: trades.length,
    takesMarketPrice: false,
    text: '',
    updatedMs: nowMs,
    stop: NOTHING,
    endedRow: null,
  }
  const stopExpiry = timers.after(openUntilMs - nowMs, () =>
    endPaperOrder(context, order, 'seenCancelled', 'The session has ended.'),
  )
  // Thousands of accounts share the market, so each order subscribes to its own instrument only.
  const stopTape = market.onTrade(request.instrument.token, () => tryFill(context, order, false))
  order.stop = () => {
    stopExpiry()
    stopTape()
  }
  account.orders.set(brokerOrderId, order)
  account.open.add(order)
  return order
}

/** The same order with a new price or quantity; a stop that becomes a limit order no longer rests. */
export function changePaperOrder(context: PaperContext, order: PaperOrder, request: OrderRequest): void {
  order.request = request
  order.state = seen(order.state, order.filledQuantity > 0 ? 'filledPartly' : waitingEvent(request))
  order.takesMarketPrice = false
  // A resting stop is announced when it arrives.
  if (order.state !== 'RESTING') announce(context, order)
}

export function tryFill(context: PaperContext, order: PaperOrder, isArrival: boolean): void {
  const { account, market, fillModel, clock, fillQuantity = (remaining: number) => remaining } = context
  const { request, brokerOrderId } = order
  const { side } = request
  const quote = market.quoteOf(request.instrument.token)
  if (!account.open.has(order) || !quote) return
  const moment = { quote, isArrival: isArrival || order.takesMarketPrice, nowMs: clock.nowMs() }
  const pricePaise = paperFillPrice(request, moment, fillModel)
  const isStop = isTriggered(request, quote)
  // From its trigger on a stop is a limit order, whether or not this trade fills it.
  if (isStop) {
    order.state = seen(order.state, 'seenWorking')
    order.request = { ...request, price: triggeredPrice(request) }
  }
  if (pricePaise === null) {
    if (isStop || (isArrival && order.state === 'RESTING')) announce(context, order)
    return
  }
  const quantity = fillQuantity(request.quantity - order.filledQuantity)
  const tradeId = `${brokerOrderId}-${++order.trades}`
  bookPaperFill(account, request, { tradeId, brokerOrderId, side, quantity, pricePaise, atMs: clock.nowMs() })
  order.filledQuantity += quantity
  order.filledValuePaise += quantity * pricePaise
  order.takesMarketPrice ||= isArrival || isStop
  if (order.filledQuantity === request.quantity) return endPaperOrder(context, order, 'filled', '')
  order.state = seen(order.state, 'filledPartly')
  announce(context, order)
}

export function endPaperOrder(
  context: PaperContext,
  order: PaperOrder,
  event: 'filled' | 'seenCancelled',
  text: string,
): void {
  if (!context.account.open.delete(order)) return
  order.stop()
  // A day has many ended orders: none of them keeps its timer in memory.
  order.stop = NOTHING
  order.state = seen(order.state, event)
  order.text = text
  announce(context, order)
}

/** The order as the book shows it. */
export function booked(order: PaperOrder): BrokerOrder {
  return order.endedRow ?? rowOf(order)
}

function rowOf({ brokerOrderId, request, ...order }: PaperOrder): BrokerOrder {
  const { clientId, instrument, side, quantity, product } = request
  const { text, updatedMs, filledQuantity, filledValuePaise } = order
  const state = BOOKED[order.state] ?? 'WORKING'
  const averagePaise = filledQuantity === 0 ? 0 : filledValuePaise / filledQuantity
  const shared = { brokerOrderId, clientId, token: instrument.token, side, quantity, state, text, updatedMs, product }
  return { ...shared, ...shownPrices(request), filledQuantity, averagePaise }
}

function shownPrices({ price, side, instrument }: OrderRequest): Pick<BrokerOrder, 'triggerPaise' | 'limitPaise'> {
  if (price.kind === 'MARKET') return {}
  if (price.kind === 'LIMIT') return { limitPaise: price.limitPaise }
  const { triggerPaise } = price
  return { triggerPaise, limitPaise: stopLimitPaise(side, triggerPaise, instrument.tickPaise) }
}

function announce({ account, listeners, clock }: PaperContext, order: PaperOrder): void {
  order.updatedMs = clock.nowMs()
  const row = rowOf(order)
  if (!account.open.has(order)) order.endedRow = row
  for (const { onOrder } of listeners) onOrder(row)
}

function waitingEvent({ price }: OrderRequest): OrderEvent {
  return price.kind === 'STOP' ? 'seenResting' : 'seenWorking'
}

/** What a reader of the book sees next; the paper broker does nothing that an order's life does not allow. */
function seen(state: OrderState, event: OrderEvent): OrderState {
  const step = advanceOrder(state, event)
  if (!step) throw new Error(`a paper order in state ${state} cannot meet ${event}`)
  return step.state
}

const BOOKED: Partial<Record<OrderState, BrokerOrder['state']>> = {
  RESTING: 'RESTING',
  FILLED: 'COMPLETE',
  CANCELLED: 'CANCELLED',
}
