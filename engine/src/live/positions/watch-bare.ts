// Shares without an order at the exchange that closes them are an alarm. The seconds are counted; at two of them the
// books are read and the next step is tried, at ten the owner and the operator are told.

import { SECOND_MS } from '@trading-bot/core/time'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { hasStopped, type LiveEngine, notifyOwner } from '../live-engine.ts'
import { filledQuantity, type LiveOrder } from '../orders/live-order.ts'
import { reportedShares } from './entry-so-far.ts'
import { heldQuantity, isOver, type LivePosition, unbookedExits } from './live-position.ts'
import { stopRefusal } from './resting-stop.ts'

const TRY_AGAIN_AFTER_MS = 2 * SECOND_MS
const TELL_AFTER_MS = 10 * SECOND_MS

/** Starts or ends the alarm of a position; asked after everything that may matter. */
export function watchBare(
  engine: LiveEngine,
  account: ManagedAccount,
  position: LivePosition,
  followAgain: () => void,
): void {
  const { clock, timers, telemetry } = engine.setup
  const alarm = account.bare.get(position.id)
  const isBare = isBareNow(account, position)
  if (isBare === (alarm !== undefined)) return
  if (alarm) {
    for (const cancel of alarm.cancels) cancel()
    account.bare.delete(position.id)
    return telemetry?.onBareEnded(clock.nowMs() - alarm.sinceMs)
  }
  const still = (run: () => void) => () => {
    if (!hasStopped(engine, account) && isBareNow(account, position)) run()
  }
  const tryAgain = () => {
    account.lookUp.soon(0)
    followAgain()
  }
  const tell = () => {
    const symbol = engine.instruments.get(position.token)?.symbol ?? position.token
    const sentence = `${sharesSoFar(position)} shares of ${symbol} have been without a stop at the exchange for ten seconds. The bot goes on trying; please look at the broker.`
    notifyOwner(engine, account, 'UNMANAGED', sentence)
  }
  const cancels = [timers.after(TRY_AGAIN_AFTER_MS, still(tryAgain)), timers.after(TELL_AFTER_MS, still(tell))]
  account.bare.set(position.id, { sinceMs: clock.nowMs(), cancels })
}

/** Only where there is a stop that should rest, or an exit that is due; an owner may choose to go on without one. */
function isBareNow({ instance }: ManagedAccount, position: LivePosition): boolean {
  if (instance.mode !== 'LIVE' || position.closedAtMs !== null) return false
  if (instance.positionsToRelease.includes(position.id)) return false
  if (position.stopPaise === null && position.exitReason === null) return false
  if (position.exitReason === null && instance.onRefusedStop === 'WARN' && stopRefusal(position) !== null) return false
  return sharesSoFar(position) > 0 && !position.orders.some(isAtTheExchange)
}

function sharesSoFar(position: LivePosition): number {
  return Math.abs(heldQuantity(position)) + reportedShares(position) - unbookedExits(position)
}

function isAtTheExchange(order: LiveOrder): boolean {
  if (order.purpose === 'ENTRY' || isOver(order) || order.brokerOrderId === null) return false
  return order.quantity > filledQuantity(order)
}
