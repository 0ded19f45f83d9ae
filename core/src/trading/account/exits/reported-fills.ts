// Fills that the order socket has reported and the books have not shown yet. The books allow one read a second and are
// the only truth about money; a stop does not wait for them. A report protects, and does nothing else. A book that shows
// less is late rather than right: a report is given up only when the broker's positions do not have the shares either.

import type { BrokerOrder } from '../../../broker.ts'
import { SECOND_MS } from '../../../time.ts'
import { filledQuantity, isEnded, type LiveOrder } from '../state/live-order.ts'
import { entrySoFar, type LivePosition } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { followExit } from './follow-exit.ts'
import { setLevels } from './protect-position.ts'

// Positions that lack what was reported this long ago count against the report; they may lag like the books.
const DOUBTED_AFTER_MS = 3 * SECOND_MS
const GIVEN_UP_AFTER_MS = 30 * SECOND_MS
const DOUBTS = 2
const LIKELY_SHARE = 0.03

/** The order socket, or a row whose trades are not there yet, reports fills of one of our entries. */
export function noteReport(account: ManagedAccount, update: BrokerOrder): void {
  if (account.instance.mode !== 'LIVE' || update.filledQuantity === 0 || update.state === 'UNREADABLE') return
  for (const position of account.positions.values()) {
    for (const order of position.orders) {
      if (order.purpose !== 'ENTRY' || isEnded(order) || order.isLate) continue
      if (order.clientId !== update.clientId && order.brokerOrderId !== update.brokerOrderId) continue
      const quantity = Math.min(update.filledQuantity, order.quantity)
      if (quantity <= Math.max(filledQuantity(order), order.reported?.quantity ?? 0)) return
      if (!isLikely(order, update)) return
      const atMs = account.context.nowMs
      order.reported = { quantity, averagePaise: update.averagePaise, atMs, doubts: 0 }
      setLevels(account, position, entrySoFar(position))
      return followExit(account, position)
    }
  }
}

/** A price far from the one that was decided on would put the stop in the wrong place. */
function isLikely({ pricePaise }: LiveOrder, { averagePaise }: BrokerOrder): boolean {
  return Math.abs(averagePaise - pricePaise) <= pricePaise * LIKELY_SHARE
}

/** The books have been read: what they confirm is theirs from now on, and what they do not is asked of the positions. */
export function confirmReport(account: ManagedAccount, order: LiveOrder): void {
  if (!order.reported) return
  const nowMs = account.context.nowMs
  if (filledQuantity(order) >= order.reported.quantity) order.reported = null
  else if (order.reported.doubts === 0 && nowMs - order.reported.atMs >= DOUBTED_AFTER_MS)
    account.positionsDueMs = Math.min(account.positionsDueMs, nowMs)
}

/** The broker's positions do not have the shares that were reported beyond the books; true once that is believed. */
export function doubtReports(account: ManagedAccount, { orders }: LivePosition): boolean {
  const nowMs = account.context.nowMs
  let isDropped = false
  for (const order of orders) {
    if (!order.reported || nowMs - order.reported.atMs < DOUBTED_AFTER_MS) continue
    const doubts = order.reported.doubts + 1
    const isKept = doubts < DOUBTS || nowMs - order.reported.atMs < GIVEN_UP_AFTER_MS
    order.reported = isKept ? { ...order.reported, doubts } : null
    isDropped ||= order.reported === null
  }
  return isDropped
}
