import type { OrderRequest } from '../../../broker.ts'
import type { LiveOrder } from '../state/live-order.ts'
import { instrumentOf, type ManagedAccount } from '../state/managed-account.ts'
import { namedLimit } from '../state/named-prices.ts'

/** The order as it was placed: a modification and a cancellation name the broker's variety of the original. */
export function requestOf(account: ManagedAccount, order: LiveOrder): OrderRequest {
  const instrument = instrumentOf(account, order.token)
  if (!instrument) throw new Error(`order ${order.id} has an unknown instrument: ${order.token}`)
  const lastPaise = account.context.lastPaise.get(order.token) ?? order.pricePaise
  const { clientId, side, quantity, purpose, decidedAtMs } = order
  const limitPaise = namedLimit({ instrument }, order)
  return {
    clientId,
    instrument,
    side,
    quantity,
    purpose,
    decidedAtMs,
    product: 'INTRADAY',
    price:
      purpose === 'PROTECT'
        ? { kind: 'STOP', triggerPaise: order.triggerPaise ?? order.pricePaise }
        : limitPaise !== null
          ? { kind: 'LIMIT', limitPaise }
          : { kind: 'MARKET', lastPaise },
  }
}
