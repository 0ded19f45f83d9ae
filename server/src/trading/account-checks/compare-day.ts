import type { ComparedLine } from '@trading-bot/contract/rest/trading/account-checks'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { formatRupees } from '@trading-bot/core/money'
import type { BrokerFill, BrokerPosition } from '@trading-bot/engine/ports'
import { groupBy } from '../../platform/group-by.ts'

/** One of our orders of the day with what we recorded of it. */
export type RecordedOrder = {
  readonly brokerOrderId: string
  readonly token: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: number
  readonly valuePaise: number
  readonly chargesPaise: number
  /** On exits: net of the round trip. */
  readonly pnlPaise: number
}

export type Books = { readonly trades: readonly BrokerFill[]; readonly positions: readonly BrokerPosition[] }

export type Compared = {
  readonly isEqual: boolean
  readonly lines: readonly ComparedLine[]
  readonly outsideTrades: number
}

const NOT_THERE = 'not there'

/**
 * Our day beside the broker's books. Trades by other orders of the account, by hand for example, are counted apart.
 * The broker's charges are those of its trades by our rate card: its API has no bill.
 */
export function compareDay(ours: readonly RecordedOrder[], { trades, positions }: Books): Compared {
  const ids = new Set(ours.map(({ brokerOrderId }) => brokerOrderId))
  const byOrder = groupBy(
    trades.filter(({ brokerOrderId }) => ids.has(brokerOrderId)),
    ({ brokerOrderId }) => brokerOrderId,
  )
  const theirs = [...byOrder].map(([brokerOrderId, fills]) => totalOf(brokerOrderId, fills))
  const outsideTrades = trades.length - theirs.reduce((sum, { fills }) => sum + fills, 0)
  const lines = [
    compare('Orders with trades', ours.length, theirs.length, String),
    compare('Shares bought', sum(ours, 'BUY', 'quantity'), sum(theirs, 'BUY', 'quantity'), String),
    compare('Shares sold', sum(ours, 'SELL', 'quantity'), sum(theirs, 'SELL', 'quantity'), String),
    compare('Bought for', sum(ours, 'BUY', 'valuePaise'), sum(theirs, 'BUY', 'valuePaise'), rupees),
    compare('Sold for', sum(ours, 'SELL', 'valuePaise'), sum(theirs, 'SELL', 'valuePaise'), rupees),
    compare('Charges', total(ours, 'chargesPaise'), total(theirs, 'chargesPaise'), rupees),
    ...netLine(ours, theirs),
    ...orderLines(ours, new Map(theirs.map((order) => [order.brokerOrderId, order]))),
    // A trade made by hand changes the account's position without being a difference of ours.
    ...(outsideTrades === 0 ? positionLines(ours, positions) : []),
  ]
  return { isEqual: lines.every(({ is_equal }) => is_equal), lines, outsideTrades }
}

type BrokerTotal = Omit<RecordedOrder, 'token' | 'symbol' | 'pnlPaise'> & { readonly fills: number }

function totalOf(brokerOrderId: string, fills: readonly BrokerFill[]): BrokerTotal {
  const { side = 'BUY', atMs = 0 } = fills[0] ?? {}
  const quantity = fills.reduce((amount, fill) => amount + fill.quantity, 0)
  const valuePaise = fills.reduce((amount, fill) => amount + fill.quantity * fill.pricePaise, 0)
  const chargesPaise = chargesOn(atMs, side, valuePaise).totalPaise
  return { brokerOrderId, side, quantity, valuePaise, chargesPaise, fills: fills.length }
}

/** Known once everything that was bought is sold again. */
function netLine(ours: readonly RecordedOrder[], theirs: readonly BrokerTotal[]): ComparedLine[] {
  if (sum(theirs, 'BUY', 'quantity') !== sum(theirs, 'SELL', 'quantity')) return []
  const broker = sum(theirs, 'SELL', 'valuePaise') - sum(theirs, 'BUY', 'valuePaise') - total(theirs, 'chargesPaise')
  return [compare('Net result', total(ours, 'pnlPaise'), broker, rupees)]
}

/** Only orders that differ are listed one by one. */
function orderLines(ours: readonly RecordedOrder[], theirs: ReadonlyMap<string, BrokerTotal>): ComparedLine[] {
  return ours.flatMap((order) => {
    const theirOrder = theirs.get(order.brokerOrderId)
    const what = `Order ${order.brokerOrderId}: ${order.side.toLowerCase()} ${order.symbol}`
    const compared = { what, ours: inWords(order), broker: theirOrder ? inWords(theirOrder) : NOT_THERE }
    return compared.ours === compared.broker ? [] : [{ ...compared, is_equal: false }]
  })
}

function positionLines(ours: readonly RecordedOrder[], positions: readonly BrokerPosition[]): ComparedLine[] {
  const tokens = groupBy(ours, ({ token }) => token)
  return [...tokens].flatMap(([token, orders]) => {
    const net = sum(orders, 'BUY', 'quantity') - sum(orders, 'SELL', 'quantity')
    const held = positions
      .filter((position) => position.token === token)
      .reduce((amount, { buyQuantity, sellQuantity }) => amount + buyQuantity - sellQuantity, 0)
    return net === held ? [] : [compare(`Net position of ${orders[0]?.symbol ?? token}`, net, held, String)]
  })
}

function compare(what: string, ours: number, broker: number, show: (value: number) => string): ComparedLine {
  return { what, ours: show(ours), broker: show(broker), is_equal: ours === broker }
}

type Amount = 'quantity' | 'valuePaise' | 'chargesPaise'

function sum(orders: readonly BrokerTotal[] | readonly RecordedOrder[], side: 'BUY' | 'SELL', what: Amount): number {
  return orders.reduce((amount, order) => (order.side === side ? amount + order[what] : amount), 0)
}

function total<Key extends string>(orders: readonly { readonly [K in Key]: number }[], what: Key): number {
  return orders.reduce((amount, order) => amount + order[what], 0)
}

function inWords({ quantity, valuePaise }: Pick<RecordedOrder, 'quantity' | 'valuePaise'>): string {
  return `${quantity} for ${rupees(valuePaise)}`
}

function rupees(paise: number): string {
  return formatRupees(paise / 100)
}
