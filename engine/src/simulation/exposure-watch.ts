import type { ClientId, Token } from '@trading-bot/core/units'
import type { Broker, BrokerOrder, OrderRequest } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import { isLost } from '@trading-bot/core/trading/account/state/live-order'
import type { MemoryRows } from './memory-rows.ts'

export type ExposureWatch = {
  /** Follows the orders of an account at the broker itself, behind all faults. */
  readonly follow: (accountId: string, truth: Broker) => void
  readonly notePlaced: (request: OrderRequest) => void
  /** The owner has just traded: an order of ours that is already at the exchange cannot know it yet. */
  readonly noteOwner: (accountId: string, token: Token) => void
  readonly marks: { turnedOver: number }
}

type Setup = {
  readonly clock: Clock
  readonly rows: MemoryRows
  readonly violate: (what: string) => void
  /** A trade of the owner excuses us for this long; Infinity where faults may hide it. */
  readonly ownerExcuseMs: number
  /** Bots of one account may hold opposite positions, so that each is judged by its own orders. */
  readonly isShared: (accountId: string) => boolean
}

type Net = { all: number; ownerAtMs: number }

/** Checks what really happens at the broker: our exits never turn a position over. */
export function exposureWatch(setup: Setup): ExposureWatch {
  const { clock, violate } = setup
  const requests = new Map<string, OrderRequest>()
  const nets = new Map<string, Net>()
  const orders = new Map<string, Map<string, BrokerOrder>>()
  const marks = { turnedOver: 0 }
  const netOf = (accountId: string, token: Token): Net => {
    const key = `${accountId}:${token}`
    const known = nets.get(key) ?? { all: 0, ownerAtMs: -Infinity }
    nets.set(key, known)
    return known
  }
  const seeOrder = (accountId: string, order: BrokerOrder) => {
    const own = orders.get(accountId)!
    const shares = order.filledQuantity - (own.get(order.brokerOrderId)?.filledQuantity ?? 0)
    own.set(order.brokerOrderId, order)
    if (shares === 0) return
    const request = requests.get(order.clientId)
    if (!request && setup.isShared(accountId)) return
    const net = netOf(setup.isShared(accountId) ? instanceOf(setup.rows, order.clientId) : accountId, order.token)
    const before = net.all
    const signed = order.side === 'BUY' ? shares : -shares
    net.all += signed
    if (!request) return
    const isTurned = net.all !== 0 && Math.sign(net.all) !== Math.sign(before)
    if (request.purpose === 'ENTRY' || !isTurned) return
    marks.turnedOver++
    const isOwners = clock.nowMs() - net.ownerAtMs <= setup.ownerExcuseMs
    if (!isOwners && !mayBeLate(setup.rows, order.clientId)) {
      violate(`${order.clientId} (${request.purpose}) turned ${before} shares of ${accountId} into ${net.all}`)
    }
  }
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

function instanceOf({ orders }: MemoryRows, clientId: ClientId): string {
  return [...orders.values()].find((order) => order.clientId === clientId)?.instanceId ?? ''
}

/** The one window that is left: an order that counted as never placed, and filled late. */
function mayBeLate(rows: MemoryRows, clientId: ClientId): boolean {
  const all = [...rows.orders.values()]
  const order = all.find((each) => each.clientId === clientId)
  return (
    order === undefined || all.some((each) => each.positionId === order.positionId && (isLost(each) || each.isLate))
  )
}
