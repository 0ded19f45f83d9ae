import { Paper, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { AvailablePlans } from '../plans/available-plans.tsx'
import type { AnyPlan } from '../plans/selected-plan.ts'
import { planOf, statusOf } from '../plans/subscription-rules.ts'

type Props = {
  plans: UseQueryResult<readonly AnyPlan[]>
  former: Subscription | null
  onPurchase: (plan: AnyPlan) => void
}

export function PurchasePlans({ plans, former, onPurchase }: Props) {
  return (
    <Stack gap="lg">
      <Paper component="section" aria-label="Current Subscription" p="lg" radius="lg">
        <EmptyState title="No plan selected" action={former && <StatusBadge status={statusOf(former)} />}>
          {former
            ? `Your last plan was ${planOf(former)?.name ?? 'another one'}. Choose a plan to continue.`
            : 'Choose a plan. You set up its bot in a few steps, then pay.'}
        </EmptyState>
      </Paper>
      <AvailablePlans plans={plans} action="Purchase" onChoose={onPurchase} />
    </Stack>
  )
}
