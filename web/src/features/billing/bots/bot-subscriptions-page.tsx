import { Skeleton, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CancelDialog } from '../plans/cancel-dialog.tsx'
import { PlanCard } from '../plans/plan-card.tsx'
import { PlanGrid, PlanGridSkeleton } from '../plans/plan-grid.tsx'
import type { AnyPlan } from '../plans/selected-plan.ts'
import { planOf } from '../plans/subscription-rules.ts'
import { SubscriptionLoadError } from '../plans/subscription-load-error.tsx'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import { usePlans } from '../plans/use-plans.ts'
import { RenewalSection } from '../renewal/renewal-section.tsx'
import { BotFeatures } from './bot-features.tsx'
import { BotInfo } from './bot-info.tsx'
import { HeldBotCard } from './held-bot-card.tsx'
import { SubscribeDialogs } from './subscribe-dialogs.tsx'

export function BotSubscriptionsPage() {
  const plans = usePlans()
  const { subscription, isPending, isUnknown, refetch } = useMySubscription()
  const [wanted, setWanted] = useState<AnyPlan | null>(null)
  const [isCancelling, setCancelling] = useState(false)
  const heldId = isValidSubscription(subscription) ? planOf(subscription)?.id : undefined
  return (
    <>
      <PageHeader title="Bot Subscriptions" subtitle="Choose the plan that runs your bot." />
      {isUnknown && <SubscriptionLoadError onRetry={refetch} />}
      <Stack gap="xl">
        {isPending ? (
          <Skeleton h={330} radius="lg" />
        ) : (
          <>
            <BotInfo
              botType={subscription?.bot_plan?.bot_type ?? subscription?.bot_configuration?.bot_type ?? 'ema_strategy'}
              botPlanId={subscription?.bot_plan?.id}
            />
            <HeldBotCard subscription={subscription} onCancel={() => setCancelling(true)} />
            <RenewalSection />
          </>
        )}
        <section aria-label="Choose Your Plan">
          <Title order={2} mb="md">
            Choose Your Plan
          </Title>
          <Loaded
            query={plans}
            skeleton={<PlanGridSkeleton />}
            empty={<EmptyState title="No bot subscription plans">Plans appear here once offered.</EmptyState>}
            toast="Failed to load subscription data"
          >
            {(rows) => (
              <PlanGrid>
                {rows
                  .filter((plan) => 'bot_type' in plan)
                  .map((plan) => (
                    <PlanCard
                      key={plan.id}
                      plan={plan}
                      isHeld={plan.id === heldId}
                      isDisabled={plan.id === heldId}
                      action={plan.id === heldId ? 'Current Plan' : 'Subscribe'}
                      onChoose={() => setWanted(plan)}
                    />
                  ))}
              </PlanGrid>
            )}
          </Loaded>
        </section>
        <BotFeatures />
      </Stack>
      {wanted && <SubscribeDialogs plan={wanted} onClose={() => setWanted(null)} />}
      {isCancelling && subscription && (
        <CancelDialog
          subscription={subscription}
          request={{}}
          doneText="Bot subscription cancelled successfully"
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}
