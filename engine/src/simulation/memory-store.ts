import type { InstanceId } from '@trading-bot/core/units'
import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import type { FeedInstrument } from '../feed/instrument-feed.ts'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'
import { canBecome } from '@trading-bot/core/trading/order-life'
import { indiaDayNumber } from '@trading-bot/core/time'
import { filledQuantity, isEnded, isLost, type LiveOrder } from '../live/orders/live-order.ts'
import type { LivePosition } from '../live/positions/live-position.ts'
import {
  FenceLost,
  type LiveStore,
  type Notice,
  type SessionStart,
  type StoredAccount,
  type WriteBatch,
} from '../live/live-store.ts'
import type { BotInstance } from '../live/accounts/bot-instance.ts'

type PositionRow = Omit<LivePosition, 'orders'>

/** The rows that the database would contain; copies, never the engine's own objects. */
export type MemoryRows = {
  readonly instances: Map<string, BotInstance>
  readonly orders: Map<string, LiveOrder>
  readonly positions: Map<string, PositionRow>
  readonly stoppedDays: Map<string, StoppedBy>
  readonly notices: Notice[]
  /** Changes of orders that the table of their life does not allow. */
  readonly illegalChanges: string[]
  /** Bot instances, users or everyone with a kill switch on. */
  readonly switches: Set<string>
  lease: { fence: number; untilMs: number }
}

export type MemoryStore = {
  readonly store: LiveStore
  readonly rows: MemoryRows
  /** Notifies the engine that a bot instance has changed, as the database does. */
  readonly announce: (instanceId: InstanceId | null) => void
}

/** Guarantees of the database; an injected bug disables one of them. */
export type StoreRules = {
  readonly checksFence: boolean
  readonly checksSwitches: boolean
  readonly checksPlans: boolean
  readonly refusesExits: boolean
  readonly keepsFillsUnique: boolean
  readonly asksAfterSending: boolean
}

const SOUND_RULES: StoreRules = {
  checksFence: true,
  checksSwitches: true,
  checksPlans: true,
  refusesExits: false,
  keepsFillsUnique: true,
  asksAfterSending: true,
}

type Options = {
  readonly clock: Clock
  readonly timers: Timers
  readonly instances: readonly BotInstance[]
  /** Instruments besides those that the bot instances trade. */
  readonly instruments?: readonly FeedInstrument[]
  /** Called before every step of the order path; throwing fails the step or simulates a crash. */
  readonly step?: (what: string) => void | Promise<void>
  /** How long a transaction takes. */
  readonly writeMs?: () => number
  readonly rules?: Partial<StoreRules>
}

const LEASE_MS = 15_000

/** An in-memory store with the same guarantees as the database, with optional fault injection. */
export function memoryStore(options: Options): MemoryStore {
  const rows: MemoryRows = {
    instances: new Map(options.instances.map((instance) => [instance.id, instance])),
    orders: new Map(),
    positions: new Map(),
    stoppedDays: new Map(),
    notices: [],
    illegalChanges: [],
    switches: new Set(),
    lease: { fence: 0, untilMs: -Infinity },
  }
  const watchers = new Set<(instanceId: InstanceId | null) => void>()
  const watch: LiveStore['watch'] = (onChange) => {
    watchers.add(onChange)
    return () => void watchers.delete(onChange)
  }
  return {
    store: { ...leaseOf(rows, options), ...accountsOf(rows, options), watch },
    rows,
    announce: (instanceId) => {
      for (const watcher of Array.from(watchers)) watcher(instanceId)
    },
  }
}

/** A step of the store, which may fail, crash or be slow. */
async function pass({ step, writeMs, timers }: Options, what: string): Promise<void> {
  await step?.(what)
  const ms = writeMs?.() ?? 0
  if (ms > 0) await new Promise<void>((resolve) => void timers.after(ms, resolve))
}

function leaseOf(rows: MemoryRows, options: Options): Pick<LiveStore, 'claim' | 'renew' | 'release'> {
  const { clock } = options
  return {
    async claim() {
      await pass(options, 'claim')
      if (clock.nowMs() < rows.lease.untilMs) return null
      rows.lease = { fence: rows.lease.fence + 1, untilMs: clock.nowMs() + LEASE_MS }
      return rows.lease.fence
    },
    async renew(fence) {
      await pass(options, 'renew')
      if (fence !== rows.lease.fence) return false
      rows.lease.untilMs = clock.nowMs() + LEASE_MS
      return true
    },
    async release(fence) {
      if (fence === rows.lease.fence) rows.lease.untilMs = -Infinity
    },
  }
}

function accountsOf(
  rows: MemoryRows,
  options: Options,
): Pick<LiveStore, 'load' | 'write' | 'accounts' | 'instruments' | 'instances'> {
  const { clock } = options
  const rules = { ...SOUND_RULES, ...options.rules }
  return {
    async load(fence, session) {
      await pass(options, 'load')
      if (fence !== rows.lease.fence) throw new FenceLost()
      for (const order of rows.orders.values()) {
        if (order.state !== 'SENDING') continue
        Object.assign(order, rules.asksAfterSending ? { state: 'UNKNOWN', code: 'RESTARTED' } : { state: 'CREATED' })
      }
      return [...rows.instances.values()]
        .map((instance) => storedAccount(rows, instance, session, clock.nowMs()))
        .filter(({ instance, positions, lost }) => instance.isRunning || positions.length + lost.length > 0)
    },
    async write(fence, batch) {
      await pass(options, 'write')
      if (rules.checksFence && fence !== rows.lease.fence) throw new FenceLost()
      const refused = apply(rows, batch, clock.nowMs(), rules)
      // The transaction is committed, but its answer may still be lost.
      await options.step?.('written')
      return { refused }
    },
    async accounts(ids, session) {
      await pass(options, 'accounts')
      const wanted = [...rows.instances.values()].filter(({ id }) => ids.includes(id))
      return wanted.map((instance) => storedAccount(rows, instance, session, clock.nowMs()))
    },
    async instruments(tokens) {
      await pass(options, 'instruments')
      return (options.instruments ?? []).filter(({ token }) => tokens.includes(token))
    },
    async instances(ids) {
      await pass(options, 'instances')
      const open = [...rows.positions.values()].filter(({ closedAtMs }) => closedAtMs === null)
      const lost = [...rows.orders.values()].filter(isLost)
      const held = new Set([...open, ...lost].map(({ instanceId }) => instanceId))
      return [...rows.instances.values()].filter(
        ({ id, isRunning }) => (ids === null || ids.includes(id)) && (isRunning || held.has(id)),
      )
    },
  }
}

// What the engine keeps in memory only.
const NOT_STORED = { reported: null, changedAtMs: null, protectionBps: 0 }

function apply(rows: MemoryRows, batch: WriteBatch, nowMs: number, rules: StoreRules): Set<string> {
  const mustStay = (order: LiveOrder) => {
    if (order.purpose === 'ENTRY') return !mayEnter(rows, order, nowMs, rules)
    return rules.refusesExits && rows.switches.size > 0
  }
  const refused = new Set<string>()
  for (const { orders: _, ...row } of batch.positions) rows.positions.set(row.id, structuredClone(row))
  const clientIds = new Map([...rows.orders.values()].map((order) => [order.clientId, order.id]))
  for (const order of batch.newOrders) {
    const twin = clientIds.get(order.clientId)
    if (twin !== undefined && twin !== order.id) throw new Error(`duplicate client id: ${order.clientId}`)
    // Already written, but the answer was lost; the first result is kept.
    const isRefused = twin === undefined ? mustStay(order) : rows.orders.get(twin)?.state === 'DENIED'
    if (isRefused) refused.add(order.id)
    if (twin !== undefined) continue
    const stored = { ...order, ...NOT_STORED }
    rows.orders.set(
      order.id,
      structuredClone(isRefused ? { ...stored, state: 'DENIED', code: 'SWITCHED_OFF' } : stored),
    )
  }
  for (const order of batch.sendings) {
    const row = rows.orders.get(order.id)
    const isAllowed = row && !mustStay(order)
    if (!isAllowed) refused.add(order.id)
    else if (row.state === 'CREATED') Object.assign(row, { state: 'SENDING', sentAtMs: order.sentAtMs })
  }
  for (const { orderId, fill } of batch.newFills) {
    const row = rows.orders.get(orderId)
    if (!row) throw new Error(`fill of an order that is not recorded: ${orderId}`)
    if (!rules.keepsFillsUnique || !row.fills.some(({ tradeId }) => tradeId === fill.tradeId))
      row.fills = [...row.fills, structuredClone(fill)]
  }
  for (const order of batch.changedOrders) {
    const row = rows.orders.get(order.id)
    if (!row) throw new Error(`order ${order.id} is not recorded`)
    const { fills: _, ...changed } = order
    if (!canBecome(row.state, order.state))
      rows.illegalChanges.push(`${order.clientId}: ${row.state} to ${order.state}`)
    if (!isEnded(row) || isLost(row)) Object.assign(row, structuredClone({ ...changed, ...NOT_STORED }))
  }
  for (const { instanceId, sessionNumber, by } of batch.stoppedDays) {
    rows.stoppedDays.set(`${instanceId}:${sessionNumber}`, by)
  }
  rows.notices.push(...batch.notices)
  return refused
}

function mayEnter(rows: MemoryRows, { instanceId }: LiveOrder, nowMs: number, rules: StoreRules): boolean {
  const instance = rows.instances.get(instanceId)
  if (!instance?.isRunning || (rules.checksPlans && nowMs >= instance.entriesUntilMs)) return false
  if (!rules.checksSwitches) return true
  return !['all', instanceId, instance.userId, instance.strategyId].some((key) => rows.switches.has(key))
}

function storedAccount(rows: MemoryRows, instance: BotInstance, session: SessionStart, nowMs: number): StoredAccount {
  const orders = [...rows.orders.values()].filter(({ instanceId }) => instanceId === instance.id)
  const positions = [...rows.positions.values()]
    .filter(({ instanceId }) => instanceId === instance.id)
    .map((row) => {
      const own = structuredClone(orders.filter(({ positionId }) => positionId === row.id))
      const bookedPaise = own.reduce((sum, { pnlPaise }) => sum + (pnlPaise ?? 0), 0)
      return { ...structuredClone(row), orders: own, bookedPaise }
    })
  const realised = (matches: (order: LiveOrder, direction: 1 | -1) => boolean) =>
    orders.reduce((sum, order) => {
      const direction = rows.positions.get(order.positionId)?.direction ?? 1
      return matches(order, direction) ? sum + (order.pnlPaise ?? 0) : sum
    }, 0)
  const ended = orders.filter(({ pnlPaise }) => pnlPaise !== null)
  ended.sort((left, right) => (left.endedAtMs ?? 0) - (right.endedAtMs ?? 0))
  let netPaise = 0
  let peakNetPaise = 0
  for (const { pnlPaise } of ended) peakNetPaise = Math.max(peakNetPaise, (netPaise += pnlPaise ?? 0))
  return {
    instance,
    positions: positions.filter(({ closedAtMs }) => closedAtMs === null),
    lost: positions.filter((position) => position.closedAtMs !== null && position.orders.some(isLost)),
    sentToday: orders.flatMap(({ brokerOrderId, token, side, purpose, fills, decidedAtMs }) =>
      brokerOrderId !== null && indiaDayNumber(decidedAtMs) === indiaDayNumber(nowMs)
        ? [
            {
              brokerOrderId,
              token,
              side,
              filledQuantity: filledQuantity({ fills }),
              outside: purpose === 'OUTSIDE' ? fills.map(({ tradeId, quantity }) => ({ tradeId, quantity })) : [],
            },
          ]
        : [],
    ),
    realisedLongPaise: realised((_, direction) => direction === 1),
    realisedShortPaise: realised((_, direction) => direction === -1),
    realisedThisSessionPaise: realised(({ endedAtMs }) => (endedAtMs ?? 0) >= session.openMs),
    realisedThisWeekPaise: realised(({ endedAtMs }) => (endedAtMs ?? 0) >= session.week.openMs),
    peakNetPaise,
    entriesThisSession: orders.filter(
      ({ purpose, state, decidedAtMs }) => purpose === 'ENTRY' && state !== 'DENIED' && decidedAtMs >= session.openMs,
    ).length,
    stoppedBy: stoppedBy(rows, instance, session),
  }
}

/** The limit that stopped this session; a weekly loss stops all later sessions of its week. */
function stoppedBy({ stoppedDays }: MemoryRows, { id }: BotInstance, { number, week }: SessionStart): StoppedBy | null {
  const today = stoppedDays.get(`${id}:${number}`)
  if (today) return today
  for (const [key, by] of stoppedDays) {
    const isThisWeek = key.startsWith(`${id}:`) && Number(key.slice(id.length + 1)) >= week.number
    if (isThisWeek && by === 'WEEKLY_LOSS') return by
  }
  return null
}
