import { Paper, Stack, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Subscription } from '@trading-bot/contract/rest/subscriptions'
import { errorText } from '../../../lib/error-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PlanCard } from '../plans/plan-card.tsx'
import { PlanGrid, PlanGridSkeleton } from '../plans/plan-grid.tsx'
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
            ? `Your last plan was ${planOf(former)?.name ?? 'another one'}. Choose a plan to go on.`
            : 'Choose a plan: a short wizard sets up its bot, and the payment follows.'}
        </EmptyState>
      </Paper>
      <section aria-label="Available Plans">
        <Title order={2} mb="md">
          Available Plans
        </Title>
        <Loaded
          query={plans}
          skeleton={<PlanGridSkeleton />}
          empty={<EmptyState title="No plans yet">Plans appear here as soon as one is offered.</EmptyState>}
          explain={(failure) => `Failed to load subscription data. ${errorText(failure)}`}
        >
          {(rows) => (
            <PlanGrid>
              {rows.map((plan) => (
                <PlanCard
                  key={plan.id}
                  plan={plan}
                  isHeld={false}
                  action="Purchase"
                  onChoose={() => onPurchase(plan)}
                />
              ))}
            </PlanGrid>
          )}
        </Loaded>
      </section>
    </Stack>
  )
}
