import type { Count } from '@trading-bot/core/trading/account/state/effect'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { OrderEvent } from '@trading-bot/core/trading/order-life'
import type { Execution } from './execution.ts'

/** What accounts count of themselves. */
export function reportCount({ setup }: Execution, { instance }: ManagedAccount, what: Count): void {
  const { telemetry, clock } = setup
  switch (what.kind) {
    case 'order_state':
      return telemetry?.onOrderState(what.state, instance.mode)
    case 'denied':
      return telemetry?.onDenied(what.order, instance.mode, clock.nowMs())
    case 'difference':
      return telemetry?.onReconcileDifference(what.difference)
    case 'bare_ended':
      return telemetry?.onBareEnded(what.bareMs)
  }
}

/** An event that an order's state does not allow was not obeyed. */
export function reportIllegal({ illegalEvents, setup }: Execution, order: LiveOrder, event: OrderEvent): void {
  const key = `${order.state}:${event}`
  illegalEvents.set(key, (illegalEvents.get(key) ?? 0) + 1)
  setup.onError(`an order in state ${order.state} cannot meet ${event}; ignored`, { orderId: order.id }, order)
}
