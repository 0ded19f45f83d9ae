import type { BrokerOrderId, Paise, Quantity, Token } from '@trading-bot/core/units'
import { type TradingAccount, openTradingAccount, type Slot } from '@trading-bot/core/trading/trading-account'
import type { AccountRules } from '@trading-bot/core/trading/trading-account'
import { rollSession } from '@trading-bot/core/trading/roll-session'
import { settleEntry } from '@trading-bot/core/trading/settle-entry'
import { MINUTE_MS } from '@trading-bot/core/time'
import { type RateLimiter, rateLimiter, type RateLimit } from '../../rate-limit/rate-limiter.ts'
import type { FeedInstrument } from '../../feed/instrument-feed.ts'
import type { Broker } from '../../ports.ts'
import type { Cancel } from '../../ports/timers.ts'
import { isEnded, type LiveOrder, slicingOf } from '../orders/live-order.ts'
import { namedPrices } from '../orders/named-prices.ts'
import { entryOf, isEntering, type LivePosition } from '../positions/live-position.ts'
import type { StoredAccount } from '../live-store.ts'
import type { BotInstance } from './bot-instance.ts'
import type { LookUpTimer } from './look-up-timer.ts'

/** Orders per second, minute and hour that the exchange's rules and the broker allow one account. */
const RATE_CAP = { second: 9, minute: 500, hour: 1_000, keepsTenth: true }

/** One bot instance's account in memory: the core trading account with its broker, orders and positions. */
export type ManagedAccount = {
  instance: BotInstance
  readonly core: TradingAccount
  readonly broker: Broker
  /** Counts orders when they are released for recording. */
  readonly orderRateLimiter: RateLimiter
  /** Counts calls when they are made: recording takes a varying time, which could otherwise bunch calls together. */
  readonly requestRateLimiter: RateLimiter
  /** Open positions, and today's closed ones with a lost order. */
  readonly positions: Map<string, LivePosition>
  /** Orders that are recorded but not sent, in order of decision. */
  queue: LiveOrder[]
  /** Between the commit of SENDING and the broker's answer. */
  readonly inFlight: Set<LiveOrder>
  /** Whether orders were reconciled since the start; nothing is sent before that. */
  isReconciled: boolean
  isReconciling: boolean
  mustReconcileAgain: boolean
  readonly lookUp: LookUpTimer
  /** When the broker's positions are to be read with the books; live accounts only. */
  positionsDueMs: number
  /** By position: shares that our fills count and the broker does not have for us, from the last valid reading. */
  readonly shortages: Map<string, Shortage>
  stopPumpTimer: Cancel
  stopWatching: Cancel
  /** Orders that the order socket says are over, and since when: the book is read every second until it says so too. */
  readonly toldOverMs: Map<BrokerOrderId, number>
  /** When an order was first missing from the broker's order book, by order id. */
  readonly missedSinceMs: Map<string, number>
  /** Orders missing from the book whose shares the broker's positions do not have either, by order id. */
  readonly provenAbsent: Set<string>
  /** When an ended order's row first showed shares that the trade book does not have, by order id. */
  readonly tradesMissingSinceMs: Map<string, number>
  readonly levels: Map<string, readonly Cancel[]>
  /** When a trailing stop was last moved, by position id. */
  /** By token: what to decide once an entry that waits at its limit has ended without a fill. */
  readonly replacing: Map<Token, () => void>
  readonly trailedAtMs: Map<string, number>
  /** Positions with shares and nothing at the exchange that closes them, by position id (positions/watch-bare.ts). */
  readonly bare: Map<string, { readonly sinceMs: number; readonly cancels: readonly Cancel[] }>
  /** The next step of a position's exit that waits for its time, by position id. */
  readonly exitTimers: Map<string, Cancel>
  /** Cancels so far, by order id; repeats are spaced out because cancels count against the rate limit. */
  readonly cancels: Map<string, { readonly atMs: number; readonly times: number }>
  rejectionsInARow: number
  /** Its shard is being handed over: what was sent is still followed, and nothing more is sent. */
  isDraining: boolean
  /** Another engine may have it: nothing is written or sent for it any more. */
  isGone: boolean
  /** Notices already sent, so that the owner gets each kind once per session. */
  readonly notified: Set<string>
}

export type Shortage = {
  readonly quantity: Quantity
  /** The part that orders and trades of the owner or the broker account for. */
  readonly explained: Quantity
  readonly readings: number
  /** Orders of the owner that may close some of them. */
  readonly workingIds: ReadonlySet<BrokerOrderId>
}

export type AccountOrder = { readonly account: ManagedAccount; readonly order: LiveOrder }

type Opening = {
  readonly stored: StoredAccount
  readonly instruments: readonly FeedInstrument[]
  readonly rules: AccountRules
  readonly broker: Broker
  readonly lookUp: LookUpTimer
  readonly nowMs: number
  readonly rateCap?: RateLimit | undefined
}

/** Rebuilds the account from the store: positions, reserved capital and daily limits follow from its orders. */
export function openManagedAccount(opening: Opening): ManagedAccount {
  const { stored, instruments, rules, broker, lookUp, nowMs, rateCap = RATE_CAP } = opening
  const { instance } = stored
  const core = openTradingAccount(
    rules,
    instance.capital,
    instruments.map((instrument) => ({ instrument, traits: instrument })),
  )
  for (const slot of core.slots) rollSession(core, slot, nowMs)
  core.longPot.realisedPaise += stored.realisedLongPaise
  core.shortPot.realisedPaise += stored.realisedShortPaise
  core.realisedPaise = stored.realisedLongPaise + stored.realisedShortPaise
  core.netAtSessionStartPaise = core.realisedPaise - stored.realisedThisSessionPaise
  core.netAtWeekStartPaise = core.realisedPaise - stored.realisedThisWeekPaise
  core.peakRealisedPaise = stored.peakNetPaise
  core.entriesToday = stored.entriesThisSession
  core.stoppedBy = stored.stoppedBy
  const account: ManagedAccount = {
    instance,
    core,
    broker,
    orderRateLimiter: rateLimiter(rateCap),
    // The previous process may have called the broker within the last second.
    requestRateLimiter: rateLimiter({ second: rateCap.second }, instance.mode === 'LIVE' ? nowMs : undefined),
    positions: new Map([...stored.positions, ...stored.lost].map((position) => [position.id, position])),
    queue: [],
    inFlight: new Set(),
    isReconciled: false,
    isReconciling: false,
    mustReconcileAgain: false,
    lookUp,
    positionsDueMs: nowMs,
    shortages: new Map(),
    stopPumpTimer: () => {},
    stopWatching: () => {},
    toldOverMs: new Map(),
    missedSinceMs: new Map(),
    provenAbsent: new Set(),
    tradesMissingSinceMs: new Map(),
    levels: new Map(),
    trailedAtMs: new Map(),
    replacing: new Map(),
    exitTimers: new Map(),
    bare: new Map(),
    cancels: new Map(),
    rejectionsInARow: 0,
    isDraining: false,
    isGone: false,
    notified: new Set(),
  }
  // What is held first: the slot then knows what an entry on its way comes to.
  for (const position of stored.positions.toSorted(byEntering)) restorePosition(account, position)
  return account
}

function byEntering(left: LivePosition, right: LivePosition): number {
  return Number(isEntering(left)) - Number(isEntering(right))
}

/** Restores a stored position or a pending entry into its slot. */
function restorePosition(account: ManagedAccount, position: LivePosition): void {
  const slot = slotOf(account, position.token)
  const waiting = position.orders.find((order) => order.purpose === 'ENTRY' && !isEnded(order))
  for (const order of position.orders) if (order.state === 'CREATED') account.queue.push(order)
  account.queue.sort((left, right) => left.createdAtMs - right.createdAtMs)
  if (!slot || position.isOrphaned) return
  if (waiting) {
    const { entryQuantity, enteredBefore } = slicingOf(waiting)
    const quantity = entryQuantity - enteredBefore
    restoreEntry(account, slot, position, quantity, quantity * waiting.pricePaise)
    const prices = namedPrices(waiting)
    slot.wantedPrices = prices && { ...prices, limitUntilMs: waiting.decidedAtMs + MINUTE_MS }
    return
  }
  const { quantity, valuePaise } = entryOf(position)
  if (quantity === 0) return
  restoreEntry(account, slot, position, quantity, 0)
  settleEntry(account.core, slot, valuePaise / quantity, position.openedAtMs ?? 0, { quantity, valuePaise })
}

function restoreEntry(
  account: ManagedAccount,
  slot: Slot,
  position: LivePosition,
  quantity: Quantity,
  valuePaise: Paise,
) {
  slot.wantedSide = position.direction
  slot.wantedQuantity = quantity
  slot.wantedReason = position.entryReason
  slot.wantedValuePaise = valuePaise
  slot.wantedUntilMs = position.squareOffAtMs
  const pot = position.direction === 1 ? account.core.longPot : account.core.shortPot
  pot.inUsePaise += valuePaise
}

export function slotOf({ core }: ManagedAccount, token: Token): Slot | undefined {
  return core.slots.find(({ instrument }) => instrument.token === token)
}

/** The positions that the slot holds or is entering, excluding orphaned and closed ones; several for a sliced entry. */
export function ownPositions({ positions }: ManagedAccount, token: Token): LivePosition[] {
  const own: LivePosition[] = []
  for (const position of positions.values())
    if (position.token === token && !position.isOrphaned && position.closedAtMs === null) own.push(position)
  return own
}

/** The open positions of the order's decision: more than one where its entry goes in slices. */
export function slicesOf(account: ManagedAccount, { token, decidedAtMs }: LiveOrder): LivePosition[] {
  return ownPositions(account, token).filter((position) => isSliceOf(position, decidedAtMs))
}

export function isSliceOf({ orders, isOrphaned }: LivePosition, decidedAtMs: number): boolean {
  return !isOrphaned && orders.some((order) => order.purpose === 'ENTRY' && order.decidedAtMs === decidedAtMs)
}

export function openOrders({ positions }: ManagedAccount): LiveOrder[] {
  return [...positions.values()].flatMap(({ orders }) => orders.filter((order) => !isEnded(order)))
}

/** True while anything is open or an order may still be alive at the broker: the one rule for both. */
export function mayBeExposed({ positions }: ManagedAccount): boolean {
  return positions.size > 0
}
