import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import {
  AS_PLACED,
  filledQuantity,
  isEnded,
  isLost,
  type LiveOrder,
} from '@trading-bot/core/trading/account/state/live-order'
import { NOTHING_KNOWN } from '@trading-bot/core/trading/account/state/live-position'
import { sentOrder, type StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import { canBecome } from '@trading-bot/core/trading/order-life'
import type { InstanceId } from '@trading-bot/core/units'
import { SHARDS } from '../live/book/leases/lease.ts'
import type { LiveStore, SessionStart, WriteBatch } from '../live/book/live-store.ts'
import { type MemoryOptions, type MemoryRows, pass, type StoreRules } from './memory-rows.ts'
import { checkFences, holdLeases } from './memory-lease-holders.ts'

export type MemoryStore = {
  readonly store: LiveStore
  readonly rows: MemoryRows
  /** Notifies the engine that a bot instance has changed, as the database does. */
  readonly announce: (instanceId: InstanceId | null) => void
  /** Ends every session, as a restart of the database does; the engines find out when they next ask. */
  readonly endSessions: () => void
}

const SOUND_RULES: StoreRules = {
  checksFence: true,
  checksSwitches: true,
  checksPlans: true,
  refusesExits: false,
  keepsFillsUnique: true,
  asksAfterSending: true,
}

/** An in-memory store with the same guarantees as the database, with optional fault injection. */
export function memoryStore(options: MemoryOptions): MemoryStore {
  const rows: MemoryRows = {
    instances: new Map(options.instances.map((instance) => [instance.id, instance])),
    orders: new Map(),
    positions: new Map(),
    stoppedDays: new Map(),
    notices: [],
    strategyStates: new Map(),
    illegalChanges: [],
    switches: new Set(),
    leases: new Map(
      Array.from({ length: SHARDS }, (_, shard) => [shard, { fence: 0, leaseHolder: null, safeAtMs: -Infinity }]),
    ),
    leaseHolders: new Map(),
    takeovers: { atMs: [], unreturned: 0 },
  }
  const watchers = new Set<(instanceId: InstanceId | null) => void>()
  const watch: LiveStore['watch'] = (onChange) => {
    watchers.add(onChange)
    return () => void watchers.delete(onChange)
  }
  return {
    store: { join: (onLost) => holdLeases(rows, options, onLost), ...accountsOf(rows, options), watch },
    rows,
    endSessions: () => {
      for (const leaseHolder of rows.leaseHolders.values()) leaseHolder.isConnected = false
    },
    announce: (instanceId) => {
      for (const watcher of Array.from(watchers)) watcher(instanceId)
    },
  }
}

function accountsOf(
  rows: MemoryRows,
  options: MemoryOptions,
): Pick<LiveStore, 'load' | 'write' | 'accounts' | 'instruments' | 'instances' | 'strategyState'> {
  const { clock } = options
  const rules = { ...SOUND_RULES, ...options.rules }
  return {
    async load(leases, session) {
      await pass(options, 'load')
      checkFences(rows, leases)
      const shards = new Set(leases.map(({ shard }) => shard))
      const isIn = ({ shard }: BotInstance) => shards.has(shard)
      for (const order of rows.orders.values()) {
        const instance = rows.instances.get(order.instanceId)
        if (order.state !== 'SENDING' || !instance || !isIn(instance)) continue
        Object.assign(order, rules.asksAfterSending ? { state: 'UNKNOWN', code: 'RESTARTED' } : { state: 'CREATED' })
      }
      return [...rows.instances.values()]
        .filter(isIn)
        .map((instance) => storedAccount(rows, instance, session, clock.nowMs()))
        .filter(({ instance, positions, lost }) => instance.isRunning || positions.length + lost.length > 0)
    },
    async write(leases, batch) {
      await pass(options, 'write')
      if (rules.checksFence) checkFences(rows, leases)
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
    async strategyState(runnerKey) {
      await pass(options, 'strategyState')
      return rows.strategyStates.get(runnerKey) ?? null
    },
    async instruments(tokens) {
      await pass(options, 'instruments')
      return (options.instruments ?? []).filter(({ token }) => tokens.includes(token))
    },
    async instances(ids, shards) {
      await pass(options, 'instances')
      const open = [...rows.positions.values()].filter(({ closedAtMs }) => closedAtMs === null)
      const lost = [...rows.orders.values()].filter(isLost)
      const held = new Set([...open, ...lost].map(({ instanceId }) => instanceId))
      return [...rows.instances.values()].filter(
        ({ id, shard, isRunning }) =>
          shards.includes(shard) && (ids === null || ids.includes(id)) && (isRunning || held.has(id)),
      )
    },
  }
}

// What the engine keeps in memory only.
const { triggerPaise: _trigger, limitPaise: _limit, ...NOT_STORED } = AS_PLACED

function apply(rows: MemoryRows, batch: WriteBatch, nowMs: number, rules: StoreRules): Set<string> {
  const mustStay = (order: LiveOrder) => {
    // What is at the broker already can no longer be denied.
    if (order.purpose === 'ENTRY') return order.state !== 'ACKNOWLEDGED' && !mayEnter(rows, order, nowMs, rules)
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
  for (const { runnerKey, kept } of batch.strategyStates)
    if (kept.at_ms >= (rows.strategyStates.get(runnerKey)?.at_ms ?? 0)) rows.strategyStates.set(runnerKey, kept)
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
      return { ...structuredClone(row), ...NOTHING_KNOWN, orders: own }
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
    sentToday: orders.flatMap(({ brokerOrderId, token, side, purpose, fills, decidedAtMs }) => {
      if (brokerOrderId === null || indiaDayNumber(decidedAtMs) !== indiaDayNumber(nowMs)) return []
      const outside = purpose === 'OUTSIDE' ? fills.map(({ tradeId, quantity }) => ({ tradeId, quantity })) : []
      return sentOrder({ brokerOrderId, token, side, filledQuantity: filledQuantity({ fills }), outside })
    }),
    realisedLongPaise: realised((_, direction) => direction === 1),
    realisedShortPaise: realised((_, direction) => direction === -1),
    realisedThisSessionPaise: realised(({ endedAtMs }) => (endedAtMs ?? 0) >= session.openMs),
    realisedThisWeekPaise: realised(({ endedAtMs }) => (endedAtMs ?? 0) >= session.week.openMs),
    peakNetPaise,
    entriesThisSession: new Set(
      orders
        .filter(
          ({ purpose, state, decidedAtMs, inputs, endedAtMs, fills }) =>
            purpose === 'ENTRY' &&
            state !== 'DENIED' &&
            decidedAtMs >= session.openMs &&
            !('limitPaise' in inputs && endedAtMs !== null && fills.length === 0),
        )
        .map(({ token, decidedAtMs }) => `${token} ${decidedAtMs}`),
    ).size,
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
