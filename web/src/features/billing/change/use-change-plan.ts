import { listPayments } from '@trading-bot/contract/rest/billing/payments'
import { downgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { PLAN_QUERIES } from '../plans/plan-queries.ts'
import { choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'

export type Change = { readonly plan: SelectedPlan; readonly direction: 'upgrade' | 'downgrade' }

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

/** A downgrade, which one call completes because nothing is due. */
export function useDowngrade(onDone: () => void) {
  return useCall(downgradeSubscription, {
    refresh: [...PLAN_QUERIES, listPayments],
    explain: explainChange,
    onDone: () => {
      notify('success', CHANGED.downgrade)
      onDone()
    },
  })
}
