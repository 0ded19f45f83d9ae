import type { Quantity, Token } from '@trading-bot/core/units'
import type { Instrument } from '@trading-bot/core/instrument'
import type { BrokerOrder } from '../../ports.ts'
import { type BrokerDay, brokerDayOf } from '../accounts/broker-day.ts'
import { type ManagedAccount, openOrders } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner } from '../live-engine.ts'
import { bookOutside } from './book-outside.ts'
import type { CompleteBooks } from './complete-books.ts'
import { followExit } from './follow-exit.ts'
import { heldQuantity, isTurnedOver, type LivePosition } from './live-position.ts'

// A shortage is believed from the second valid reading on.
const READINGS = 2
const READ_AGAIN_MS = 5_000

/**
 * Compares the broker's net with our fills. What the broker has less than we count caps our exits at once, so that we
 * never sell what is not there; what was provably closed outside is booked. Foreign shares are never traded.
 */
export function reconcilePositions(engine: LiveEngine, account: ManagedAccount, books: CompleteBooks): void {
  const day = brokerDayOf(engine, account.instance.userId)
  for (const position of Array.from(account.positions.values())) {
    const held = heldQuantity(position)
    if (position.closedAtMs !== null || held === 0 || isTurnedOver(position)) {
      account.shortages.delete(position.id)
      continue
    }
    const shortage = shortageOf(position, day, books)
    // A reading that is older than our own fills says nothing.
    if (shortage === null) continue
    noteShortage(engine, account, position, Math.min(Math.abs(held), shortage), books)
    followExit(engine, account, position)
  }
  for (const { instrument } of account.core.slots) notifyOfForeignShares(engine, account, instrument, day, books)
}

/** Shares that the owner bought in an instrument of the bot are theirs alone. */
function notifyOfForeignShares(
  engine: LiveEngine,
  account: ManagedAccount,
  { token, symbol }: Instrument,
  day: BrokerDay,
  { positions }: CompleteBooks,
): void {
  const rows = positions.filter((row) => row.token === token && row.product === 'INTRADAY' && row.isReadable !== false)
  const net = rows.reduce((sum, { buyQuantity, sellQuantity }) => sum + buyQuantity - sellQuantity, 0)
  const ours = (day.bought.get(token) ?? 0) - (day.sold.get(token) ?? 0)
  const isMore = Math.abs(net) > Math.abs(ours) && (ours === 0 || Math.sign(net) === Math.sign(ours))
  if (!isMore || openOrders(account).some((order) => order.token === token && order.state !== 'RESTING')) return
  const sentence = `The broker shows ${net} shares of ${symbol}, the bot holds ${ours}. The rest is yours; the bot leaves it alone.`
  if (notifyOwner(engine, account, 'MISMATCH', sentence))
    engine.setup.telemetry?.onReconcileDifference('foreign_shares')
}

/** Shares missing at the broker; null for a reading that does not include our fills, or is not readable. */
function shortageOf({ token, direction }: LivePosition, day: BrokerDay, books: CompleteBooks): number | null {
  if (books.positions.some((row) => row.token === token && row.isReadable === false)) return null
  const rows = books.positions.filter((row) => row.token === token && row.product === 'INTRADAY')
  const bought = rows.reduce((sum, { buyQuantity }) => sum + buyQuantity, 0)
  const sold = rows.reduce((sum, { sellQuantity }) => sum + sellQuantity, 0)
  const ours = { bought: day.bought.get(token) ?? 0, sold: day.sold.get(token) ?? 0 }
  if (bought < ours.bought || sold < ours.sold) return null
  const net = direction * (bought - sold)
  const ourNet = direction * (ours.bought - ours.sold)
  return Math.max(0, ourNet - net + foreignWorkingExits(day, token, direction, books.orders))
}

/** What the owner's own working orders may close; only those that are known to be intraday. */
function foreignWorkingExits(
  { orderIds }: BrokerDay,
  token: Token,
  direction: 1 | -1,
  orders: readonly BrokerOrder[],
): number {
  const side = direction === 1 ? 'SELL' : 'BUY'
  return orders
    .filter((row) => row.token === token && row.side === side && row.product === 'INTRADAY')
    .filter(({ state, brokerOrderId }) => (state === 'WORKING' || state === 'RESTING') && !orderIds.has(brokerOrderId))
    .reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
}

function noteShortage(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  quantity: Quantity,
  books: CompleteBooks,
): void {
  const { token, id } = position
  if (quantity === 0) return void account.shortages.delete(id)
  const nowMs = engine.setup.clock.nowMs()
  const before = account.shortages.get(id)
  const shortage =
    before?.quantity === quantity ? { ...before, readings: before.readings + 1 } : { quantity, readings: 1 }
  account.shortages.set(id, shortage)
  if (shortage.readings < READINGS) {
    account.positionsDueMs = nowMs + READ_AGAIN_MS
    return account.lookUp.soon(READ_AGAIN_MS)
  }
  if (shortage.readings === READINGS) engine.setup.telemetry?.onReconcileDifference('shortage')
  if (bookOutside(engine, account, position, quantity, books)) return
  const symbol = engine.instruments.get(token)?.symbol ?? token
  const sentence = `The broker holds ${quantity} shares of ${symbol} less than the bot counts, or an order of yours is about to close them. The bot sells no more than is there.`
  notifyOwner(engine, account, 'MISMATCH', sentence)
}
