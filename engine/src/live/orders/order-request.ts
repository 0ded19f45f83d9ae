import type { OrderRequest } from '../../ports.ts'
import { type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import type { LiveOrder } from './live-order.ts'
import { namedLimit } from './named-prices.ts'

/** The order as it was placed: a modification and a cancellation name the broker's variety of the original. */
export function requestOf(engine: LiveEngine, account: ManagedAccount, order: LiveOrder): OrderRequest {
  const instrument = slotOf(account, order.token)?.instrument ?? engine.instruments.get(order.token)
  if (!instrument) throw new Error(`order ${order.id} has an unknown instrument: ${order.token}`)
  const lastPaise = engine.lastPaise.get(order.token) ?? order.pricePaise
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
