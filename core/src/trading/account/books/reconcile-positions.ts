import type { BrokerOrder } from '../../../broker.ts'
import type { Instrument } from '../../../instrument.ts'
import type { Quantity, Token } from '../../../units.ts'
import { followExit } from '../exits/follow-exit.ts'
import { doubtReports } from '../exits/reported-fills.ts'
import type { BrokerDay } from '../state/broker-day.ts'
import type { CompleteBooks } from '../state/input.ts'
import { heldQuantity, isTurnedOver, type LivePosition, reportedShares, type Shortage } from '../state/live-position.ts'
import { brokerDayOf, type ManagedAccount, openOrders, symbolOf } from '../state/managed-account.ts'
import { lookUpSoon, noteDifference, notifyOwner } from '../state/want.ts'
import { bookOutside, isClosedOutside } from './book-outside.ts'
import { mayBeUnplaced } from './find-broker-order.ts'

// A shortage is believed from the second valid reading on.
const READINGS = 2
const READ_AGAIN_MS = 5_000

/**
 * Compares the broker's net with our fills. What the broker has less than we count caps our exits at once, so that we
 * never sell what is not there; what was provably closed outside is booked. Foreign shares are never traded.
 */
export function reconcilePositions(account: ManagedAccount, books: CompleteBooks): void {
  const day = brokerDayOf(account)
  for (const position of Array.from(account.positions.values())) {
    checkReports(account, position, day, books)
    noteAbsent(position, day, books)
    const held = heldQuantity(position)
    if (position.closedAtMs !== null || held === 0 || isTurnedOver(position)) {
      position.shortage = null
      continue
    }
    const beyond = beyondOurs(position, day, books)
    // A reading that is older than our own fills says nothing.
    if (beyond === null) {
      if (position.shortage) readAgainSoon(account)
      freeWithdrawn(account, position, books.orders)
      continue
    }
    const rows = foreignWorkingExits(account, position, books.orders)
    const working = rows.reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
    const missing = Math.max(0, working - beyond)
    // Every account is looked at only where something is missing.
    const share = { held: Math.abs(held), before: missing === 0 ? 0 : heldBefore(account, position) }
    const quantity = partOf(missing, share)
    const workingIds = rows.map(({ brokerOrderId }) => brokerOrderId)
    const found = { quantity, working: Math.min(quantity, partOf(working, share)), workingIds }
    noteShortage(account, position, found, books)
    followExit(account, position)
  }
  for (const { instrument } of account.core.slots) notifyOfForeignShares(account, instrument, day, books)
}

/** Without a reading of the positions, the order book alone gives back what orders of the owner have kept. */
export function reconcileWithoutPositions(account: ManagedAccount, orders: readonly BrokerOrder[]): void {
  for (const position of Array.from(account.positions.values()))
    if (position.shortage && position.closedAtMs === null) freeWithdrawn(account, position, orders)
}

type ShareOfShortage = { readonly held: Quantity; readonly before: Quantity }

/** What the user's bots lack together is missing from their oldest positions first, and from each share once. */
function partOf(quantity: Quantity, { held, before }: ShareOfShortage): Quantity {
  return Math.min(held, Math.max(0, quantity - before))
}

/** Shares in older positions of the same user, instrument and direction, of whichever bot. */
function heldBefore({ user }: ManagedAccount, position: LivePosition): Quantity {
  let before = 0
  for (const account of user.accounts) {
    if (account.instance.mode !== 'LIVE') continue
    for (const other of account.positions.values()) {
      if (other.token !== position.token || other.direction !== position.direction || other.id >= position.id) continue
      if (other.closedAtMs === null && !isTurnedOver(other)) before += Math.abs(heldQuantity(other))
    }
  }
  return before
}

/** Shares that the owner bought in an instrument of the bot are theirs alone. */
function notifyOfForeignShares(
  account: ManagedAccount,
  { token, symbol }: Instrument,
  day: BrokerDay,
  { positions }: CompleteBooks,
): void {
  const shares = sharesIn(token, day, positions)
  if (shares === null) return
  const { net, ours } = shares
  const isMore = Math.abs(net) > Math.abs(ours) && (ours === 0 || Math.sign(net) === Math.sign(ours))
  if (!isMore || isMoving(account, token)) return
  const sentence = `The broker shows ${net} shares of ${symbol}, the bot holds ${ours}. The rest is yours; the bot leaves it alone.`
  if (notifyOwner(account, 'MISMATCH', sentence)) noteDifference(account, 'foreign_shares')
}

/** An order of one of the user's bots may be filling. */
function isMoving({ user }: ManagedAccount, token: Token): boolean {
  return [...user.accounts].some((account) =>
    openOrders(account).some((order) => order.token === token && order.state !== 'RESTING'),
  )
}

/** Shares that the order socket reported and neither the books nor the broker's positions have. */
function checkReports(account: ManagedAccount, position: LivePosition, day: BrokerDay, books: CompleteBooks): void {
  if (position.closedAtMs !== null || reportedShares(position) === 0) return
  const beyond = beyondOurs(position, day, books)
  if (beyond === null || beyond > 0) return
  readAgainSoon(account)
  if (doubtReports(account, position)) followExit(account, position)
}

/** An acknowledged entry that the book does not show, and whose shares the positions do not have: it was never placed. */
function noteAbsent(position: LivePosition, day: BrokerDay, books: CompleteBooks): void {
  for (const order of position.orders) {
    if (order.purpose !== 'ENTRY' || order.missedSinceMs === null) continue
    const beyond = beyondOurs(position, day, books)
    order.isProvenAbsent = beyond !== null && beyond <= 0
  }
}

/** Shares at the broker beyond those of our fills, negative where some are missing; null for a reading that says nothing. */
function beyondOurs({ token, direction }: LivePosition, day: BrokerDay, books: CompleteBooks): number | null {
  const shares = sharesIn(token, day, books.positions)
  return shares && direction * (shares.net - shares.ours)
}

/** Net shares at the broker, and those of our fills; null for a reading that is not readable or older than our fills. */
function sharesIn(token: Token, day: BrokerDay, positions: CompleteBooks['positions']) {
  const rows = positions.filter((row) => row.token === token)
  if (rows.some(({ isReadable }) => isReadable === false)) return null
  const intraday = rows.filter(({ product }) => product === 'INTRADAY')
  const bought = intraday.reduce((sum, { buyQuantity }) => sum + buyQuantity, 0)
  const sold = intraday.reduce((sum, { sellQuantity }) => sum + sellQuantity, 0)
  const own = { bought: day.bought.get(token) ?? 0, sold: day.sold.get(token) ?? 0 }
  if (bought < own.bought || sold < own.sold) return null
  return { net: bought - sold, ours: own.bought - own.sold }
}

/** What the owner's own working orders may close; only those that are known to be intraday. */
function foreignWorkingExits(
  account: ManagedAccount,
  { token, direction }: LivePosition,
  orders: readonly BrokerOrder[],
): readonly BrokerOrder[] {
  const { orderIds } = brokerDayOf(account)
  const side = direction === 1 ? 'SELL' : 'BUY'
  return (
    orders
      .filter((row) => row.token === token && row.side === side && row.product === 'INTRADAY')
      .filter(
        ({ state, brokerOrderId }) => (state === 'WORKING' || state === 'RESTING') && !orderIds.has(brokerOrderId),
      )
      // An order of ours whose answer and tag were lost is no order of the owner.
      .filter((row) => !mayBeUnplaced(account, row))
  )
}

/** An order that the owner has withdrawn closes nothing: its own row says so, whatever the positions show. */
function freeWithdrawn(account: ManagedAccount, position: LivePosition, orders: readonly BrokerOrder[]): void {
  const before = position.shortage
  if (!before) return
  const withdrawn = orders.filter(
    ({ state, brokerOrderId }) =>
      (state === 'CANCELLED' || state === 'REJECTED') && before.workingIds.includes(brokerOrderId),
  )
  const freed = withdrawn.reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
  if (freed === 0) return
  position.shortage = {
    quantity: Math.max(0, before.quantity - freed),
    explained: Math.max(0, before.explained - freed),
    readings: 1,
    workingIds: before.workingIds.filter((id) => withdrawn.every(({ brokerOrderId }) => brokerOrderId !== id)),
  }
  followExit(account, position)
}

function readAgainSoon(account: ManagedAccount): void {
  account.positionsDueMs = account.context.nowMs + READ_AGAIN_MS
  lookUpSoon(account, READ_AGAIN_MS)
}

type FoundShortage = { readonly quantity: Quantity; readonly working: Quantity } & Pick<Shortage, 'workingIds'>

/** An exit sells no share that any source lacks; a stop rests on until the rows themselves show where the shares went. */
function noteShortage(
  account: ManagedAccount,
  position: LivePosition,
  { quantity, working, workingIds }: FoundShortage,
  books: CompleteBooks,
): void {
  const { token, shortage: before } = position
  if (quantity === 0) {
    position.shortage = null
    return
  }
  const symbol = symbolOf(account, token)
  const readings = before?.quantity === quantity ? before.readings + 1 : 1
  const missing = quantity - working
  const explained = working + (missing > 0 && isClosedOutside(account, position, missing, books) ? missing : 0)
  const shortage = { quantity, explained, readings, workingIds }
  position.shortage = shortage
  if (working > 0) {
    const rest = Math.abs(heldQuantity(position)) - working
    const sentence = `An order of yours at the broker may close ${working} of the bot’s shares of ${symbol}. The bot’s stop covers the other ${rest}.`
    notifyOwner(account, 'MISMATCH', sentence)
  }
  if (shortage.readings < READINGS) return readAgainSoon(account)
  if (shortage.readings === READINGS) noteDifference(account, 'shortage')
  if (missing === 0 || bookOutside(account, position, missing, books)) return
  const sentence = `The broker holds ${missing} shares of ${symbol} less than the bot counts. The bot sells no more than is there.`
  notifyOwner(account, 'MISMATCH', sentence)
}
