import { advanceOrder, type OrderEvent, type OrderStep } from '../../order-life.ts'
import type { LiveOrder } from '../state/live-order.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { count } from '../state/want.ts'

/** Moves an order along the table of its life; null for an event that its state does not allow, which is not obeyed. */
export function moveOrder(account: ManagedAccount, order: LiveOrder, event: OrderEvent): OrderStep | null {
  const before = order.state
  const step = advanceOrder(before, event)
  if (step === null) {
    account.effects.push({ do: 'REPORT_ILLEGAL', order, event })
    return null
  }
  order.state = step.state
  if (before !== step.state) count(account, { kind: 'order_state', state: step.state })
  return step
}
