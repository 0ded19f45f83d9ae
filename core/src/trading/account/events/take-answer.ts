// The broker's answers to our calls. An acknowledgement is a receipt; only the books show what became of an order.

import type { OrderOutcome } from '../../../broker.ts'
import { noteRefusal } from '../orders/refused-changes.ts'
import type { Change } from '../state/effect.ts'
import { isEnded, type LiveOrder } from '../state/live-order.ts'
import { brokerDayOf, type ManagedAccount } from '../state/managed-account.ts'
import { notifyOwner } from '../state/want.ts'
import { applyOrderEvent } from './apply-order-event.ts'

/** The answer to an order that was placed. */
export function takePlaced(account: ManagedAccount, order: LiveOrder, outcome: OrderOutcome): void {
  order.isInFlight = false
  switch (outcome.kind) {
    case 'acknowledged':
      account.rejectionsInARow = 0
      order.brokerOrderId = outcome.brokerOrderId
      order.acknowledgedAtMs = account.context.nowMs
      brokerDayOf(account).orderIds.add(outcome.brokerOrderId)
      return applyOrderEvent(account, order, { event: 'accepted' })
    case 'rejected': {
      const { sentence, isRetryable } = outcome
      const code = isRetryable ? 'BUSY' : 'REFUSED'
      return applyOrderEvent(account, order, { event: 'rejected', code, detail: sentence, isRetryable })
    }
    case 'unknown':
      nameUndocumentedCode(account, outcome)
      return applyOrderEvent(account, order, { event: 'noAnswer', code: 'NO_ANSWER', detail: outcome.why })
  }
}

/** The answer to a modification or a cancellation; null where the order had ended before the call was made. */
export function takeChanged(
  account: ManagedAccount,
  order: LiveOrder,
  change: Change,
  outcome: OrderOutcome | null,
): void {
  order.isInFlight = false
  if (outcome === null) return
  // A refusal proves that the order is as it was; the record must not claim what the exchange does not have.
  if (outcome.kind === 'rejected' && change.kind === 'modify') {
    Object.assign(order, change.before)
    noteRefusal(account, order, { isExit: change.to.price.kind !== 'STOP', reason: outcome.sentence })
  }
  if (isEnded(order)) return
  order.answeredAtMs = account.context.nowMs
  switch (outcome.kind) {
    case 'acknowledged':
      order.code = null
      return applyOrderEvent(account, order, { event: 'accepted' })
    case 'rejected': {
      const code = outcome.isRetryable ? 'BUSY' : 'CHANGE_REFUSED'
      return applyOrderEvent(account, order, { event: 'rejected', code, detail: outcome.sentence })
    }
    case 'unknown':
      nameUndocumentedCode(account, outcome)
      return applyOrderEvent(account, order, { event: 'noAnswer', detail: outcome.why })
  }
}

/** A code that the broker's documentation does not have counts as unknown, and its operator is told which. */
function nameUndocumentedCode(
  account: ManagedAccount,
  { undocumentedCode, why }: OrderOutcome & { kind: 'unknown' },
): void {
  if (undocumentedCode === undefined) return
  const sentence = `The broker answered an order with the undocumented code ${undocumentedCode}: ${why}`
  notifyOwner(account, 'UNKNOWN_CODE', sentence)
}
