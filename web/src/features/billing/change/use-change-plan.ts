import { listPayments } from '@trading-bot/contract/rest/payments'
import { downgradeSubscription, upgradeSubscription } from '@trading-bot/contract/rest/subscriptions'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { PLAN_READS } from '../plans/plan-reads.ts'
import { choiceOf, cycleOf } from '../plans/selected-plan.ts'
import type { Change } from './change.ts'

export const CHANGED = {
  upgrade: 'Subscription upgraded successfully!',
  downgrade: 'Subscription downgraded successfully!',
} as const

export function changeRequest({ plan }: Change) {
  return { ...choiceOf(plan), billing_cycle: cycleOf(plan) }
}

export function explainChange(failure: unknown): string {
  return serverTextOr(failure, ['message'], 'Payment failed. Please try again.')
}

/** The change where the answer is the end of it: a downgrade, or an upgrade paid with simulated money. */
export function useChangePlan(change: Change, onDone: () => void) {
  return useCall(change.direction === 'upgrade' ? upgradeSubscription : downgradeSubscription, {
    refresh: [...PLAN_READS, listPayments],
    explain: explainChange,
    onDone: () => {
      notify('success', CHANGED[change.direction])
      onDone()
    },
  })
}
