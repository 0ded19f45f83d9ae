import type { OrderPurpose, OrderSide } from '../../../order.ts'
import type { Paise, Quantity } from '../../../units.ts'
import { AS_PLACED, type LiveOrder } from '../state/live-order.ts'
import type { LivePosition } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'

type Input = {
  readonly position: LivePosition
  readonly side: OrderSide
  readonly quantity: Quantity
  readonly purpose: OrderPurpose
  readonly reason: string
  readonly decidedAtMs: number
  readonly pricePaise: Paise
  readonly inputs?: Readonly<Record<string, number>>
  /** For a stop that rests at the exchange. */
  readonly triggerPaise?: Paise
}

/** Creates an order with its client id; it is not sent before it is recorded. */
export function newOrder(account: ManagedAccount, input: Input): LiveOrder {
  const { position, purpose, decidedAtMs } = input
  const { id: instanceId, version } = account.instance
  // A new attempt gets a new id, and only after the previous one has certainly ended.
  const attempt = position.orders.filter((order) => (order.purpose === 'ENTRY') === (purpose === 'ENTRY')).length + 1
  const order: LiveOrder = {
    id: account.context.nextId(),
    instanceId,
    clientId: account.context.clientIdOf({
      instanceId,
      version,
      token: position.token,
      decidedAtMs,
      purpose,
      positionId: position.id,
      attempt,
    }),
    token: position.token,
    side: input.side,
    quantity: input.quantity,
    purpose,
    reason: input.reason,
    decidedAtMs,
    attempt,
    positionId: position.id,
    pricePaise: input.pricePaise,
    inputs: input.inputs ?? {},
    createdAtMs: account.context.nowMs,
    ...AS_PLACED,
    triggerPaise: input.triggerPaise ?? null,
    state: 'CREATED',
    code: null,
    detail: '',
    brokerOrderId: null,
    fills: [],
    sentAtMs: null,
    acknowledgedAtMs: null,
    endedAtMs: null,
    charges: null,
    pnlPaise: null,
    isLate: false,
  }
  position.orders.push(order)
  return order
}
