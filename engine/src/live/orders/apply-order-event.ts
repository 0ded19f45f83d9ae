import { advanceOrder, type OrderEffect } from '@trading-bot/core/trading/order-life'
import { followExit } from '../positions/follow-exit.ts'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { type LiveEngine, notifyOwner, type OrderEventInput } from '../live-engine.ts'
import { endOrder } from './end-order.ts'
import { isTriedInSlices } from './entry-slices.ts'
import type { LiveOrder } from './live-order.ts'
import { noteRejection } from './note-rejection.ts'
import { cancelOrder } from './change-order.ts'
import { isAboutFreeze, learnFreeze } from './refused-changes.ts'
import type { LivePosition } from '../positions/live-position.ts'

const LOOK_UP_AFTER_MS = 2_000
// A changed order shows in the books at once; only a refusal or a lost answer makes the next step wait for them.
const LOOK_UP_CHANGE_AFTER_MS = 500

/** Applies what happened to an order by the table of its life (core's order-life.ts), and what follows from it. */
export function applyOrderEvent(
  engine: LiveEngine,
  account: ManagedAccount,
  order: LiveOrder,
  input: OrderEventInput,
): void {
  const before = order.state
  const step = advanceOrder(before, input.event)
  if (step === null) return noteIllegalEvent(engine, order, input)
  const position = account.positions.get(order.positionId)
  if (!position) throw new Error(`order ${order.id} belongs to no position`)
  order.state = step.state
  if (before !== step.state) engine.setup.telemetry?.onOrderState(step.state, account.instance.mode)
  if (input.code !== undefined) order.code = input.code
  if (input.detail !== undefined) order.detail = input.detail
  if (isRejection(input)) {
    if (isAboutFreeze(order.detail)) learnFreeze(engine, order.token, order.quantity)
    if (!isTriedInSlices(engine, account, order)) noteRejection(engine, account, order.detail)
  }
  if (step.effects.includes('END')) return endOrder(engine, account, order, input)
  const isOnItsWay = input.event === 'modify' || input.event === 'cancel'
  if ((before !== step.state || input.hasNewFills || input.code !== undefined) && !isOnItsWay) {
    void engine.writeBehindQueue.write({ changedOrders: [order] })
  }
  for (const effect of step.effects) follow(engine, account, position, order, effect)
}

function follow(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  order: LiveOrder,
  effect: OrderEffect,
): void {
  switch (effect) {
    case 'LOOK_UP': {
      const isChange = order.state === 'MODIFYING' || order.state === 'CANCELLING'
      return account.lookUp.soon(isChange ? LOOK_UP_CHANGE_AFTER_MS : LOOK_UP_AFTER_MS)
    }
    case 'FOLLOW':
      return followExit(engine, account, position)
    case 'ADOPT':
      return adoptLateOrder(engine, account, position, order)
    case 'END':
  }
}

/** Adopts an order that was considered lost: its position may be orphaned, and it is cancelled. */
function adoptLateOrder(engine: LiveEngine, account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  engine.setup.telemetry?.onReconcileDifference('late_order')
  order.isLate = true
  order.code = null
  order.endedAtMs = null
  if (position.closedAtMs !== null) {
    position.isOrphaned = true
    position.closedAtMs = null
  }
  void engine.writeBehindQueue.write({ changedOrders: [order], positions: [position] })
  notifyOwner(
    engine,
    account,
    'STRAY',
    'An order that the broker had lost was placed after all; it is being cancelled.',
  )
  engine.setup.timers.after(0, () => cancelOrder(engine, account, order))
}

function isRejection({ event, isRetryable }: OrderEventInput): boolean {
  return event === 'seenRejected' || (event === 'refused' && isRetryable === false)
}

function noteIllegalEvent({ illegalEvents, setup }: LiveEngine, order: LiveOrder, { event }: OrderEventInput): void {
  const key = `${order.state}:${event}`
  illegalEvents.set(key, (illegalEvents.get(key) ?? 0) + 1)
  setup.onError(`an order in state ${order.state} cannot meet ${event}; ignored`, { orderId: order.id }, order)
}
