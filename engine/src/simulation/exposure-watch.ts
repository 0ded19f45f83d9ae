import type { ClientId, Token } from '@trading-bot/core/units'
import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, BrokerOrder, OrderRequest } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Timers } from '../ports/timers.ts'
import { isLost } from '../live/orders/live-order.ts'
import type { MemoryRows } from './memory-rows.ts'

export type ExposureWatch = {
  /** Follows the orders of an account at the broker itself, behind all faults. */
  readonly follow: (accountId: string, truth: Broker) => void
  readonly notePlaced: (request: OrderRequest) => void
  /** The owner has just traded: an order of ours that is already at the exchange cannot know it yet. */
  readonly noteOwner: (accountId: string, token: Token) => void
  readonly marks: { turnedOver: number; longestUnprotectedMs: number }
}

type Setup = {
  readonly clock: Clock
  readonly timers: Timers
  readonly rows: MemoryRows
  readonly violate: (what: string) => void
  /** Nothing disturbs broker, database and engine, so that a position has no excuse to be without a stop. */
  readonly isCalm: boolean
  /** A trade of the owner excuses us for this long; Infinity where faults may hide it. */
  readonly ownerExcuseMs: number
}

// A fill has to be read, recorded and answered with a stop; a refused or cancelled one is replaced.
const LONGEST_UNPROTECTED_MS = 8 * SECOND_MS

type Net = { all: number; ownerAtMs: number; unprotectedSinceMs: number | null }

/**
 * Checks what really happens at the broker: our exits never turn a position over, and a position is never long without
 * an exit-side order of ours.
 */
export function exposureWatch(setup: Setup): ExposureWatch {
  const { clock, timers, violate } = setup
  const requests = new Map<string, OrderRequest>()
  const nets = new Map<string, Net>()
  const orders = new Map<string, Map<string, BrokerOrder>>()
  const marks = { turnedOver: 0, longestUnprotectedMs: 0 }
  const netOf = (accountId: string, token: Token): Net => {
    const key = `${accountId}:${token}`
    const known = nets.get(key) ?? { all: 0, ownerAtMs: -Infinity, unprotectedSinceMs: null }
    nets.set(key, known)
    return known
  }
  const seeOrder = (accountId: string, order: BrokerOrder) => {
    const own = orders.get(accountId)!
    const shares = order.filledQuantity - (own.get(order.brokerOrderId)?.filledQuantity ?? 0)
    own.set(order.brokerOrderId, order)
    if (shares === 0) return
    const net = netOf(accountId, order.token)
    const before = net.all
    const signed = order.side === 'BUY' ? shares : -shares
    net.all += signed
    const request = requests.get(order.clientId)
    if (!request) return
    const isTurned = net.all !== 0 && Math.sign(net.all) !== Math.sign(before)
    if (request.purpose === 'ENTRY' || !isTurned) return
    marks.turnedOver++
    const isOwners = clock.nowMs() - net.ownerAtMs <= setup.ownerExcuseMs
    if (!isOwners && !mayBeLate(setup.rows, order.clientId)) {
      violate(`${order.clientId} (${request.purpose}) turned ${before} shares of ${accountId} into ${net.all}`)
    }
  }
  timers.every(SECOND_MS, () => {
    const counted = sharesCounted(setup.rows)
    for (const [key, net] of nets) {
      if (net.all === 0) {
        net.unprotectedSinceMs = null
        continue
      }
      const [accountId, token] = key.split(':') as [string, string]
      const closing = [...orders.get(accountId)!.values()].filter(
        // An order of the owner that is about to close the position stands in for ours.
        (order) => order.token === token && requests.get(order.clientId)?.purpose !== 'ENTRY',
      )
      noteProtection(setup, marks, { what: key, net, ours: counted.get(key) ?? 0, exits: closing })
    }
  })
  return {
    marks,
    notePlaced: (request) => void requests.set(request.clientId, request),
    noteOwner: (accountId, token) => {
      netOf(accountId, token).ownerAtMs = clock.nowMs()
    },
    follow(accountId, truth) {
      orders.set(accountId, new Map())
      truth.watchOrders({ onOrder: (order) => seeOrder(accountId, order), onGap: () => {} })
    },
  }
}

/** Shares by account and token as our records count them, including what was booked as closed outside. */
function sharesCounted({ orders }: MemoryRows): Map<string, number> {
  const counted = new Map<string, number>()
  for (const { instanceId, token, side, fills } of orders.values()) {
    const key = `${instanceId}:${token}`
    for (const { quantity } of fills)
      counted.set(key, (counted.get(key) ?? 0) + (side === 'BUY' ? quantity : -quantity))
  }
  return counted
}

type Holding = {
  readonly what: string
  readonly net: Net
  /** Shares that our records count. */
  readonly ours: number
  readonly exits: readonly BrokerOrder[]
}

function noteProtection(
  { clock, violate, isCalm }: Setup,
  marks: ExposureWatch['marks'],
  { what, net, ours, exits }: Holding,
): void {
  const held = Math.sign(ours) === Math.sign(net.all) ? Math.min(Math.abs(ours), Math.abs(net.all)) : 0
  const side = ours > 0 ? 'SELL' : 'BUY'
  const closing = exits
    .filter((order) => order.side === side && (order.state === 'WORKING' || order.state === 'RESTING'))
    .reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
  if (held === 0 || closing >= held) {
    net.unprotectedSinceMs = null
    return
  }
  net.unprotectedSinceMs ??= clock.nowMs()
  const unprotectedMs = clock.nowMs() - net.unprotectedSinceMs
  marks.longestUnprotectedMs = Math.max(marks.longestUnprotectedMs, unprotectedMs)
  if (isCalm && unprotectedMs === LONGEST_UNPROTECTED_MS) violate(`${what}: ${held} shares without a stop for too long`)
}

/** The one window that is left: an order that counted as never placed, and filled late. */
function mayBeLate(rows: MemoryRows, clientId: ClientId): boolean {
  const all = [...rows.orders.values()]
  const order = all.find((each) => each.clientId === clientId)
  return (
    order === undefined || all.some((each) => each.positionId === order.positionId && (isLost(each) || each.isLate))
  )
}
