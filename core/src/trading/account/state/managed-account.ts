import type { RateLimiter } from '../../../rate-limit/rate-limiter.ts'
import { indiaDayNumber } from '../../../time.ts'
import type { PositionId, Token } from '../../../units.ts'
import type { Slot, TradingAccount } from '../../trading-account.ts'
import type { BotInstance, TradedInstrument } from './bot-instance.ts'
import { type BrokerDay, emptyDay } from './broker-day.ts'
import type { Context } from './context.ts'
import type { Effect } from './effect.ts'
import { isEnded, type LiveOrder } from './live-order.ts'
import type { LivePosition } from './live-position.ts'

/** One bot instance's account in memory: the core trading account with its orders and positions. */
export type ManagedAccount = {
  instance: BotInstance
  readonly core: TradingAccount
  /** The time of the step and the market; one for all accounts of an engine. */
  readonly context: Context
  /** What it wants done, in this order, until somebody carries it out. */
  readonly effects: Effect[]
  readonly user: UserAccounts
  /** Counts orders when they are released for recording. */
  readonly orderRateLimiter: RateLimiter
  /** Open positions, and today's closed ones with a lost order. */
  readonly positions: Map<PositionId, LivePosition>
  /** Orders that are recorded but not sent, in order of decision. */
  queue: LiveOrder[]
  /** Whether orders were reconciled since the start; nothing is sent before that. */
  isReconciled: boolean
  /** The books are being read. */
  isReading: boolean
  mustReadAgain: boolean
  /** When the broker's positions are to be read with the books; live accounts only. */
  positionsDueMs: number
  rejectionsInARow: number
  /** Its shard is being handed over: what was sent is still followed, and nothing more is sent. */
  isDraining: boolean
  /** Another engine may have it: nothing is written or sent for it any more. */
  isGone: boolean
  /** Notices already sent, so that the owner gets each kind once per session. */
  readonly notified: Set<string>
}

/** Accounts of one user, whom the broker and the exchange see as one. */
export type UserAccounts = { day: BrokerDay | null; readonly accounts: Set<ManagedAccount> }

export function brokerDayOf({ user, context }: Pick<ManagedAccount, 'user' | 'context'>): BrokerDay {
  const dayNumber = indiaDayNumber(context.nowMs)
  if (user.day?.dayNumber !== dayNumber) user.day = emptyDay(dayNumber)
  return user.day
}

export function slotOf({ core }: ManagedAccount, token: Token): Slot | undefined {
  return core.slots.find(({ instrument }) => instrument.token === token)
}

/** The instrument, also of a position that its bot no longer trades. */
export function instrumentOf(account: ManagedAccount, token: Token): TradedInstrument | undefined {
  return account.context.instruments.get(token)
}

export function symbolOf(account: ManagedAccount, token: Token): string {
  return instrumentOf(account, token)?.symbol ?? token
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
