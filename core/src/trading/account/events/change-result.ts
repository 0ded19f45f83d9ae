// The result of a change, read from the broker's rows. An acknowledgement is a receipt: the exchange may reject the
// change a moment later, and a row may lag behind it. Only what a row shows is what rests.

import type { BrokerOrder } from '../../../broker.ts'
import { stopLimitPaise } from '../../../risk/stop-limit.ts'
import { SECOND_MS } from '../../../time.ts'
import type { Paise } from '../../../units.ts'
import { noteRefusal } from '../orders/refused-changes.ts'
import type { LiveOrder } from '../state/live-order.ts'
import { instrumentOf, type ManagedAccount, symbolOf } from '../state/managed-account.ts'
import { isPart } from '../state/live-position.ts'
import { lookUpSoon, noteDifference, notifyOwner } from '../state/want.ts'

// A stop at the exchange has this long to fill after its trigger.
const EXCHANGE_FIRST_MS = 2 * SECOND_MS
// A row that does not show an answered change for this long says that it was not made.
const SETTLED_AFTER_MS = 2 * SECOND_MS
// A row older than one that was read before is a late copy, but not for ever: a broker's times may be wrong.
const LATE_COPY_MS = 5 * SECOND_MS

/** The row was already read in a newer version. */
export function isLateCopy({ context }: ManagedAccount, { seen }: LiveOrder, row: BrokerOrder): boolean {
  if (seen === null || seen.updatedMs === null || row.updatedMs === null || !isOpen(row)) return false
  return row.updatedMs < seen.updatedMs && context.nowMs - seen.readAtMs < LATE_COPY_MS
}

/** Settles the change that was asked last by what the row shows; false while that is not known. */
export function settleChange(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): boolean {
  const readAtMs = account.context.nowMs
  const isChanging = order.state === 'MODIFYING'
  if (isChanging && isOpen(row) && !isShown(account, order, row)) {
    order.answeredAtMs ??= readAtMs
    const isRejected = row.text !== '' && (row.text !== order.seen?.text || row.updatedMs !== order.seen.updatedMs)
    if (!isRejected && readAtMs - order.answeredAtMs < SETTLED_AFTER_MS) return false
    const reason = row.text === '' ? 'The change was not made.' : row.text
    noteRefusal(account, order, { isExit: order.triggerPaise === null, reason })
  } else if (isChanging && order.code === null) order.refusals = null
  else if (row.state === 'RESTING') tellOfDifference(account, order, row)
  noteTrigger(account, order, row)
  takeOver(account, order, row)
  order.seen = { ...row, readAtMs }
  return true
}

/**
 * A stop that rested and works for a while has been triggered and not filled: the price has passed its limit. From then
 * on it is an exit, whether or not we have seen a price.
 */
function noteTrigger(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): void {
  if (row.state === 'RESTING') order.triggeredAtMs = null
  if (order.purpose !== 'PROTECT' || order.triggerPaise === null || row.state !== 'WORKING') return
  if (order.seen?.state === 'RESTING' || order.state === 'RESTING') order.triggeredAtMs ??= account.context.nowMs
  if (order.triggeredAtMs === null) return
  const waitMs = order.triggeredAtMs + EXCHANGE_FIRST_MS - account.context.nowMs
  if (waitMs > 0) return lookUpSoon(account, waitMs)
  const position = account.positions.get(order.positionId)
  if (!position) return
  if (!isPart(position, order, row.quantity)) position.exitReason ??= 'STOP_LOSS'
  Object.assign(order, {
    reason: position.exitReason ?? 'SIGNAL',
    triggerPaise: null,
    limitPaise: row.limitPaise ?? null,
  })
  order.changedAtMs = null
}

function isOpen({ state }: BrokerOrder): boolean {
  return state === 'WORKING' || state === 'RESTING'
}

/** Whether the row shows what was asked; what the broker does not tell counts as shown. */
function isShown(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): boolean {
  // A stop that works has been triggered, and is followed as it is.
  if (order.triggerPaise !== null && row.state === 'WORKING') return true
  if ((order.triggerPaise === null) !== (row.state === 'WORKING') || row.quantity !== order.quantity) return false
  if (order.triggerPaise === null) return order.limitPaise === null || isSame(row.limitPaise, order.limitPaise)
  return isSame(row.triggerPaise, order.triggerPaise) && wrongLimit(account, order, row) === null
}

function isSame(shown: Paise | undefined, asked: Paise): boolean {
  return shown === undefined || shown === asked
}

/** The record follows the row: trigger, limit and quantity of what rests. */
function takeOver(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): void {
  if (order.purpose === 'ENTRY') return
  if (row.quantity > 0) order.quantity = row.quantity
  if (row.state === 'RESTING') {
    const stopPaise = order.triggerPaise ?? account.positions.get(order.positionId)?.stopPaise ?? order.pricePaise
    order.triggerPaise = row.triggerPaise ?? stopPaise
    order.limitPaise = wrongLimit(account, order, row)
  } else if (row.state === 'WORKING' && order.triggerPaise === null && order.limitPaise !== null) {
    order.limitPaise = row.limitPaise ?? order.limitPaise
  }
}

/** The limit of a resting stop if it is not the one that belongs to its trigger. */
function wrongLimit(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): Paise | null {
  const instrument = instrumentOf(account, order.token)
  if (row.limitPaise === undefined || row.triggerPaise === undefined || !instrument) return null
  const rightPaise = stopLimitPaise(order.side, row.triggerPaise, instrument.tickPaise)
  return row.limitPaise === rightPaise ? null : row.limitPaise
}

/** Somebody has moved the stop, or a change of ours was made after all; it is set right (next-exit-step.ts). */
function tellOfDifference(account: ManagedAccount, order: LiveOrder, row: BrokerOrder): void {
  const { triggerPaise } = order
  if (triggerPaise === null || isSame(row.triggerPaise, triggerPaise)) return
  noteDifference(account, 'stop')
  const symbol = symbolOf(account, order.token)
  const [shown, ours] = [row.triggerPaise!, triggerPaise].map((paise) => (paise / 100).toFixed(2))
  const sentence = `The stop of ${symbol} rests at ₹${shown} at the broker, the bot’s is at ₹${ours}. The bot sets it right.`
  notifyOwner(account, 'MISMATCH', sentence)
}
