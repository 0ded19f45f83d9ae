import type { BrokerOrderId, ClientId, InstanceId, Token } from '@trading-bot/core/units'
import type { OrderSide } from '@trading-bot/core/order'
import { SECOND_MS } from '@trading-bot/core/time'
import { filledQuantity, filledValuePaise, isEnded } from '@trading-bot/core/trading/account/state/live-order'
import { isAboutFreeze } from '@trading-bot/core/trading/account/orders/refused-changes'
import type { Broker, BrokerOrder, OrderRequest } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'
import type { MemoryRows } from './memory-rows.ts'
import { isByHand } from './owner.ts'

/** Shares of ours held at one broker account in one instrument, from the first to the last. */
export type Held = {
  readonly what: string
  readonly fromMs: number
  /** How long they were without a stop, or a working exit, while nothing excused it. */
  bareMs: number
  longestBareMs: number
  /** A stop or an exit was sent for them, whatever became of it. */
  wasTried: boolean
}

export type ProtectionWatch = {
  /** Follows the orders of a broker account behind all faults, the owner's as well as ours. */
  readonly follow: (accountId: string, truth: Broker) => Broker
  /** What we cannot do anything about until then; null stands for all accounts or instruments. */
  readonly excuse: (accountId: string | null, token: Token | null, untilMs: number) => void
  /** The engine sends a stop or an exit. */
  readonly noteTried: (accountId: string, token: Token) => void
  readonly held: readonly Held[]
}

type Setup = {
  readonly clock: Clock
  readonly timers: Timers
  readonly rows: MemoryRows
  readonly violate: (what: string) => void
  /** Whether an engine is there for the account and has had the time to read its books. */
  readonly isServed: (accountId: string) => boolean
  readonly isMarketOpen: (token: Token) => boolean
  readonly instancesOf: (accountId: string) => readonly InstanceId[]
  readonly longestBareMs: number
  /** Until the first stop is sent: the order socket tells of a fill at once, however far the books lag behind. */
  readonly longestFirstMs: number
}

type Holding = {
  readonly accountId: string
  readonly token: Token
  /** At the broker, including what the owner did. */
  net: number
  /** By orders of ours alone. */
  ours: number
  seenAtMs: number
  isBare: boolean
  bareMs: number
  held: Held | null
}

// Two books 30 s apart must show nothing of an order, and every other reading of them may fail.
const LONGEST_UNSETTLED_MS = 90 * SECOND_MS
// A stop that rests this much further from the market than it should is no protection.
const MISPLACED_SHARE = 0.005

type Watch = Setup & {
  readonly requests: Map<ClientId, OrderRequest>
  /** By account: orders that rest or work. */
  readonly open: Map<string, Map<BrokerOrderId, BrokerOrder>>
  readonly holdings: Map<string, Holding>
  readonly excusedUntilMs: Map<string, number>
  /** Orders of the owner. */
  readonly byHand: Set<BrokerOrderId>
  readonly held: Held[]
}

/** Measures at the broker itself for how long shares of ours have neither a resting stop nor a working exit. */
export function protectionWatch(setup: Setup): ProtectionWatch {
  const state = {
    requests: new Map(),
    open: new Map(),
    holdings: new Map(),
    excusedUntilMs: new Map(),
    byHand: new Set<BrokerOrderId>(),
    held: [],
  }
  const watch: Watch = { ...setup, ...state }
  setup.timers.every(SECOND_MS, () => {
    for (const holding of watch.holdings.values()) look(watch, holding)
  })
  return {
    held: watch.held,
    excuse: (accountId, token, untilMs) => {
      const key = keyOf(accountId, token)
      watch.excusedUntilMs.set(key, Math.max(untilMs, watch.excusedUntilMs.get(key) ?? -Infinity))
    },
    noteTried: (accountId, token) => {
      const { held } = holdingOf(watch, accountId, token)
      if (held) held.wasTried = true
    },
    follow: (accountId, truth) => {
      watch.open.set(accountId, new Map())
      followOrders(watch, accountId, truth)
      return notingPlaced(watch, accountId, truth)
    },
  }
}

function keyOf(accountId: string | null, token: Token | null): string {
  return `${accountId ?? ''}:${token ?? ''}`
}

function holdingOf({ holdings, clock }: Watch, accountId: string, token: Token): Holding {
  const key = keyOf(accountId, token)
  const nothing = { accountId, token, net: 0, ours: 0, seenAtMs: clock.nowMs(), isBare: false, bareMs: 0, held: null }
  const holding = holdings.get(key) ?? nothing
  holdings.set(key, holding)
  return holding
}

function followOrders(watch: Watch, accountId: string, truth: Broker): void {
  const own = watch.open.get(accountId)!
  const filled = new Map<BrokerOrderId, number>()
  truth.watchOrders({
    onOrder: (order) => {
      const { brokerOrderId, filledQuantity: soFar } = order
      const shares = soFar - (filled.get(brokerOrderId) ?? 0)
      filled.set(brokerOrderId, soFar)
      if (order.state === 'WORKING' || order.state === 'RESTING') own.set(brokerOrderId, order)
      else own.delete(brokerOrderId)
      const signed = order.side === 'BUY' ? shares : -shares
      const holding = holdingOf(watch, accountId, order.token)
      holding.net += signed
      if (isByHand(order)) watch.byHand.add(brokerOrderId)
      else holding.ours += signed
      look(watch, holding)
    },
    onGap: () => {},
  })
}

/** An order that waits is announced only when something happens to it, so that it is noted when it is placed. */
function notingPlaced(watch: Watch, accountId: string, truth: Broker): Broker {
  return {
    ...truth,
    place: async (request) => {
      const outcome = await truth.place(request)
      if (outcome.kind !== 'acknowledged') return outcome
      watch.requests.set(request.clientId, request)
      watch.open.get(accountId)!.set(outcome.brokerOrderId, waitingRow(outcome.brokerOrderId, request))
      look(watch, holdingOf(watch, accountId, request.instrument.token))
      return outcome
    },
  }
}

/** Counts the time since the last look, and sees whether the shares are bare from now on. */
function look(watch: Watch, holding: Holding): void {
  const nowMs = watch.clock.nowMs()
  if (holding.isBare && holding.held) {
    const bareMs = Math.max(0, nowMs - Math.max(holding.seenAtMs, excusedUntil(watch, holding)))
    // An excuse ends an episode: what follows it is judged from its end.
    holding.bareMs = bareMs < nowMs - holding.seenAtMs ? bareMs : holding.bareMs + bareMs
    noteBare(watch, holding.held, bareMs, holding.bareMs)
  }
  holding.seenAtMs = nowMs
  const shares = sharesHeld(watch, holding)
  if (shares === 0) holding.held = null
  else if (holding.held === null) {
    holding.held = {
      what: keyOf(holding.accountId, holding.token),
      fromMs: nowMs,
      bareMs: 0,
      longestBareMs: 0,
      wasTried: false,
    }
    watch.held.push(holding.held)
  }
  holding.isBare = Math.abs(shares) > closingShares(watch, holding, shares > 0 ? 'SELL' : 'BUY')
  if (!holding.isBare) holding.bareMs = 0
}

function excusedUntil(watch: Watch, { accountId, token }: Holding): number {
  const isOut = !watch.isServed(accountId) || !watch.isMarketOpen(token)
  if (isOut || isUnsettled(watch, accountId, token)) return watch.clock.nowMs()
  const keys = [keyOf(null, null), keyOf(accountId, null), keyOf(accountId, token)]
  return Math.max(...keys.map((key) => watch.excusedUntilMs.get(key) ?? -Infinity))
}

/** Of resting stops and working exits; an order of the owner that is about to close the position stands in for ours. */
function closingShares({ open, requests, rows }: Watch, { accountId, token }: Holding, side: OrderSide): number {
  let shares = 0
  for (const order of open.get(accountId)!.values()) {
    if (order.token !== token || order.side !== side || requests.get(order.clientId)?.purpose === 'ENTRY') continue
    // The exchange takes no more at once: the slices close it in turn.
    if (isSlice(rows, order)) return Infinity
    if (!isMisplaced(rows, order)) shares += order.quantity - order.filledQuantity
  }
  return shares
}

function waitingRow(brokerOrderId: BrokerOrderId, request: OrderRequest): BrokerOrder {
  const { clientId, instrument, side, quantity, price } = request
  const shared = {
    brokerOrderId,
    clientId,
    token: instrument.token,
    side,
    quantity,
    filledQuantity: 0,
    averagePaise: 0,
  }
  const row = { ...shared, text: '', updatedMs: null }
  if (price.kind !== 'STOP') return { ...row, state: 'WORKING' }
  return { ...row, state: 'RESTING', triggerPaise: price.triggerPaise }
}

/**
 * What is there and ours, negative for a short. Shares that we booked as closed outside are no longer ours; an order of the
 * owner that we took for one of ours, since it looks just the same, counts as we count it.
 */
function sharesHeld({ rows, instancesOf, byHand }: Watch, { accountId, token, net, ours }: Holding): number {
  const instances = new Set(instancesOf(accountId))
  let left = ours
  for (const order of rows.orders.values()) {
    const isForeign = order.purpose === 'OUTSIDE' || (order.brokerOrderId !== null && byHand.has(order.brokerOrderId))
    if (!isForeign || order.token !== token || !instances.has(order.instanceId)) continue
    left += (order.side === 'BUY' ? 1 : -1) * filledQuantity(order)
  }
  return Math.sign(left) === Math.sign(net) ? Math.sign(left) * Math.min(Math.abs(left), Math.abs(net)) : 0
}

/** A call about an exit-side order had no answer: nothing else may be sent until the books have settled it. */
function isUnsettled({ clock, rows, instancesOf }: Setup, accountId: string, token: Token): boolean {
  const instances = new Set(instancesOf(accountId))
  return [...rows.orders.values()].some(
    (order) =>
      order.token === token &&
      (order.code === 'NO_ANSWER' || order.state === 'SENDING' || order.state === 'UNKNOWN') &&
      order.purpose !== 'ENTRY' &&
      !isEnded(order) &&
      instances.has(order.instanceId) &&
      clock.nowMs() - (order.changedAtMs ?? order.sentAtMs ?? 0) < LONGEST_UNSETTLED_MS,
  )
}

function noteBare(setup: Setup, held: Held, bareMs: number, episodeMs: number): void {
  const { violate, clock } = setup
  const limitMs = held.wasTried ? setup.longestBareMs : setup.longestFirstMs
  held.bareMs += bareMs
  const isTold = held.longestBareMs >= limitMs
  held.longestBareMs = Math.max(held.longestBareMs, episodeMs)
  if (isTold || episodeMs < limitMs) return
  violate(`${held.what}: shares without a stop for ${episodeMs} ms until ${clock.nowMs()}`)
}

/** An exit that works after one for all the shares was rejected for its quantity. */
function isSlice(rows: MemoryRows, { state, clientId }: BrokerOrder): boolean {
  if (state !== 'WORKING') return false
  const all = [...rows.orders.values()]
  const slice = all.find((order) => order.clientId === clientId)
  return all.some(
    ({ positionId, detail, ...order }) =>
      positionId === slice?.positionId && order.state === 'REJECTED' && isAboutFreeze(detail),
  )
}

/** Somebody has moved the stop, and nobody has moved it back. */
function isMisplaced(rows: MemoryRows, { state, clientId, triggerPaise, side }: BrokerOrder): boolean {
  if (state !== 'RESTING' || triggerPaise === undefined) return false
  const all = [...rows.orders.values()]
  const stop = all.find((order) => order.clientId === clientId)
  const limits = stop && rows.instances.get(stop.instanceId)?.limits
  if (!stop || !limits) return false
  const entries = all.filter(({ positionId, purpose }) => positionId === stop.positionId && purpose === 'ENTRY')
  const quantity = entries.reduce((sum, order) => sum + filledQuantity(order), 0)
  if (quantity === 0) return false
  const entryPaise = entries.reduce((sum, order) => sum + filledValuePaise(order), 0) / quantity
  const distance = (side === 'SELL' ? entryPaise - triggerPaise : triggerPaise - entryPaise) / entryPaise
  return distance > (limits.stopLossBps ?? 0) / 10_000 + MISPLACED_SHARE
}
