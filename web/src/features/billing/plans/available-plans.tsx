import { Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { memo } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanGrid, PlanGridSkeleton } from './plan-grid.tsx'
import type { AnyPlan } from './selected-plan.ts'

type Props = {
  plans: UseQueryResult<readonly AnyPlan[]>
  heldId?: string | undefined
  /** The button text of a plan the user does not have. */
  action: string
  /** Tells that the plans could not be loaded; not where the page itself tells it. */
  toast?: string
  onChoose: (plan: AnyPlan) => void
}

export const AvailablePlans = memo(function AvailablePlans({ plans, heldId, action, toast, onChoose }: Props) {
  return (
    <section aria-label="Available Plans">
      <Title order={2} mb="md">
        Available Plans
      </Title>
      <Loaded
        query={plans}
        skeleton={<PlanGridSkeleton />}
        empty={<EmptyState title="No plans yet">Plans appear here as soon as one is offered.</EmptyState>}
        {...(toast !== undefined && { toast })}
      >
        {(rows) => (
          <PlanGrid>
            {rows.map((plan) => (
              <PlanCard
                key={plan.id}
                plan={plan}
                isHeld={plan.id === heldId}
                action={plan.id === heldId ? 'Your plan' : action}
                onChoose={() => onChoose(plan)}
              />
            ))}
          </PlanGrid>
        )}
      </Loaded>
    </section>
  )
})
