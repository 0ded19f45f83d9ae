import { useNavigate } from '@tanstack/react-router'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCallback } from 'react'
import type { SelectedPlan } from './selected-plan.ts'
import { directionTo } from './subscription-rules.ts'

/** Navigates to the purchase of a plan, or to the change from the current plan. */
export function useSelectPlan(subscription: Subscription | null) {
  const navigate = useNavigate()
  return useCallback(
    (plan: SelectedPlan) => {
      const direction = directionTo(plan, subscription)
      if (direction === 'same') return notify('warning', 'You already have this plan.')
      if (direction === 'purchase') {
        return void navigate({ to: '/subscription-flow/$step', params: { step: '1' }, state: { selectedPlan: plan } })
      }
      const flag = direction === 'upgrade' ? { isUpgrade: true } : { isDowngrade: true }
      return void navigate({ to: '/upgrade-downgrade', state: { selectedPlan: plan, ...flag } })
    },
    [navigate, subscription],
  )
}
