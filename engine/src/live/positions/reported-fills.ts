// Fills that the order socket has reported and the books have not shown yet. The books allow one read a second and are
// the only truth about money; a stop does not wait for them. A report protects, and does nothing else.

import type { BrokerOrder } from '../../ports.ts'
import { SECOND_MS } from '@trading-bot/core/time'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { filledQuantity, isEnded, type LiveOrder } from '../orders/live-order.ts'
import { followExit } from './follow-exit.ts'
import { entrySoFar } from './entry-so-far.ts'
import { setLevels } from './protect-position.ts'

// A book that shows less than was reported this long ago is believed.
const BELIEVED_MS = 3 * SECOND_MS
const LIKELY_SHARE = 0.03

/** A report of the order socket about one of our entries. */
export function noteReport(engine: LiveEngine, account: ManagedAccount, update: BrokerOrder): void {
  if (account.instance.mode !== 'LIVE' || update.filledQuantity === 0 || update.state === 'UNREADABLE') return
  for (const position of account.positions.values()) {
    for (const order of position.orders) {
      if (order.purpose !== 'ENTRY' || isEnded(order) || order.isLate) continue
      if (order.clientId !== update.clientId && order.brokerOrderId !== update.brokerOrderId) continue
      const quantity = Math.min(update.filledQuantity, order.quantity)
      if (quantity <= Math.max(filledQuantity(order), order.reported?.quantity ?? 0)) return
      if (!isLikely(order, update)) return
      order.reported = { quantity, averagePaise: update.averagePaise, atMs: engine.setup.clock.nowMs() }
      setLevels(account, position, entrySoFar(position))
      return followExit(engine, account, position)
    }
  }
}

/** A price far from the one that was decided on would put the stop in the wrong place. */
function isLikely({ pricePaise }: LiveOrder, { averagePaise }: BrokerOrder): boolean {
  return Math.abs(averagePaise - pricePaise) <= pricePaise * LIKELY_SHARE
}

/** The books have been read: a report that they do not confirm after a while is dropped. */
export function dropOldReport(engine: LiveEngine, order: LiveOrder): void {
  if (!order.reported) return
  const isConfirmed = filledQuantity(order) >= order.reported.quantity
  if (isConfirmed || engine.setup.clock.nowMs() - order.reported.atMs >= BELIEVED_MS) order.reported = null
}
