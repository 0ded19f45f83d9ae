import { Skeleton, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useState } from 'react'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { lazyAhead } from '../../../lib/lazy-ahead.ts'
import { LegalLinks } from '../../../ui/layout/legal-links.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { AvailablePlans } from '../plans/available-plans.tsx'
import type { CancelDialogProps } from '../plans/cancel-dialog.tsx'
import type { PlanPickerProps } from '../plans/plan-picker.tsx'
import type { AnyPlan } from '../plans/selected-plan.ts'
import { planOf } from '../plans/subscription-rules.ts'
import { SubscriptionLoadError } from '../plans/subscription-load-error.tsx'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import { usePlans } from '../plans/use-plans.ts'
import { useSelectPlan } from '../plans/use-select-plan.ts'
import { useUnfinishedSetup } from '../plans/use-unfinished-setup.ts'
import { CARD_HEIGHT, CurrentPlanCard } from './current-plan-card.tsx'
import { FeeSharing } from './fee-sharing.tsx'
import { PlanComparison } from './plan-comparison.tsx'

const CancelDialog = lazyAhead<CancelDialogProps>(async () => (await import('../plans/cancel-dialog.tsx')).CancelDialog)
const PlanPicker = lazyAhead<PlanPickerProps>(async () => (await import('../plans/plan-picker.tsx')).PlanPicker)

const NO_PLANS: readonly AnyPlan[] = []
const FAILED = 'Failed to load pricing data'

type Open = 'upgrade' | 'downgrade' | 'cancel' | null

export function PricingPage() {
  const plans = usePlans()
  const mine = useMySubscription()
  const { isUnknown, refetch } = mine
  // Drawn in slices, between which the page answers to clicks.
  const subscription = useDeferredValue(mine.subscription)
  const isPending = useDeferredValue(mine.isPending)
  const isUnfinished = useUnfinishedSetup(subscription)
  const [open, setOpen] = useState<Open>(null)
  const select = useSelectPlan(subscription)
  const navigate = useNavigate()
  const last = subscription && planOf(subscription)
  const current = isValidSubscription(subscription) ? last : null
  const close = () => setOpen(null)

  function finishSetup() {
    if (!current) return
    void navigate({ to: '/subscription-flow/$step', params: { step: '1' }, state: { selectedPlan: current } })
  }

  return (
    <>
      <PageHeader title="Bot Subscription Plans" subtitle="Prices are per month and include GST." />
      {isUnknown && <SubscriptionLoadError onRetry={refetch} />}
      <Stack gap="xl">
        {isPending ? (
          <Skeleton h={CARD_HEIGHT} radius="lg" />
        ) : (
          <CurrentPlanCard
            subscription={subscription}
            onUpgrade={() => setOpen('upgrade')}
            onDowngrade={() => setOpen('downgrade')}
            onFinish={isUnfinished ? finishSetup : null}
            onCancel={() => setOpen('cancel')}
          />
        )}
        <AvailablePlans plans={plans} heldId={current?.id} action="Choose plan" toast={FAILED} onChoose={select} />
        <PlanComparison plans={useDeferredValue(plans.data) ?? NO_PLANS} />
        <FeeSharing />
        <LegalLinks />
      </Stack>
      <Suspense>
        {last && (open === 'upgrade' || open === 'downgrade') && (
          <PlanPicker direction={open} current={last} plans={plans.data ?? []} onPick={select} onClose={close} />
        )}
        {open === 'cancel' && subscription && (
          <CancelDialog
            subscription={subscription}
            request={{ subscription_id: subscription.id }}
            doneText="Subscription cancelled successfully"
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
