import { Box, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ConfigurationModal } from '../configuration/configuration-modal.tsx'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import { PlanPicker } from '../plans/plan-picker.tsx'
import type { AnyPlan } from '../plans/selected-plan.ts'
import { planOf } from '../plans/subscription-rules.ts'
import { SubscriptionLoadError } from '../plans/subscription-load-error.tsx'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import { usePlans } from '../plans/use-plans.ts'
import { RenewalSection } from '../renewal/renewal-section.tsx'
import { PurchaseWizard } from '../wizard/purchase-wizard.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PendingPurchase } from './pending-purchase.tsx'
import { PurchasePlans } from './purchase-plans.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

const FAILED = 'Failed to load subscription data'

type Props = {
  /** The plan's bot. */
  botPanel: ReactNode
  /** Shown without a plan: the bot of the previous plan, if it still holds positions. */
  formerBot: ReactNode
}

/** The current plan with its bot and payments; without a plan, the plans to purchase. */
export function SubscriptionsPage({ botPanel, formerBot }: Props) {
  const plans = usePlans()
  const { subscription, isPending, isUnknown, refetch } = useMySubscription()
  const [open, setOpen] = useState<'upgrade' | 'downgrade' | 'configure' | 'renew' | null>(null)
  const [wanted, setWanted] = useState<AnyPlan | null>(null)
  const navigate = useNavigate()
  const isFailing = isUnknown || plans.isError
  useEffect(() => {
    if (isFailing) notify('error', FAILED, { id: FAILED })
  }, [isFailing])
  const held = isValidSubscription(subscription) ? subscription : null
  const current = held && planOf(held)
  const close = () => setOpen(null)
  useAddressedPart(!isPending, held, () => setOpen('renew'))
  const showBot = () => void navigate({ to: '.', hash: BOT_HASH, replace: true })

  function change(plan: AnyPlan) {
    const flag = open === 'upgrade' ? { isUpgrade: true } : { isDowngrade: true }
    void navigate({ to: '/subscription-flow/$step', params: { step: '1' }, state: { selectedPlan: plan, ...flag } })
  }

  return (
    <>
      <PageHeader title="Subscriptions" subtitle="Your plan, its bot and what you have paid." />
      {isUnknown && <SubscriptionLoadError onRetry={refetch} />}
      <Stack gap="xl">
        {isPending && <Skeleton h={300} radius="lg" />}
        {held && <SubscriptionCard subscription={held} onOpen={setOpen} />}
        {!isPending && <RenewalSection />}
        {held && (
          <Stack id={BOT_HASH} gap="xl">
            {botPanel}
          </Stack>
        )}
        {!isPending && !held && formerBot}
        {!held && subscription?.status === 'pending' && (
          <PendingPurchase subscription={subscription} onPaid={showBot} />
        )}
        {!isPending && !held && (
          <Box id="plans">
            <PurchasePlans plans={plans} former={subscription} onPurchase={setWanted} />
          </Box>
        )}
        <PaymentHistory />
      </Stack>
      {wanted && <PurchaseDialogs plan={wanted} onPaid={showBot} onClose={() => setWanted(null)} />}
      {held && current && (
        <>
          <PlanPicker
            direction={open === 'upgrade' || open === 'downgrade' ? open : null}
            current={current}
            plans={plans.data ?? []}
            onPick={change}
            onClose={close}
          />
          {open === 'renew' && <RenewDialog plan={current} subscription={held} onClose={close} />}
          {open === 'configure' && <ConfigurationModal plan={current} subscription={held} onClose={close} />}
        </>
      )}
    </>
  )
}

const BOT_HASH = 'your-bot'

/**
 * The address names a part of the page: a purchase ends at the bot's panel with its Start Bot button, and a mail leads to
 * what it asks for. `renew` opens the payment of the next period, or shows the plans once the plan is over.
 */
function useAddressedPart(isReady: boolean, held: Subscription | null, onRenew: () => void) {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const renew = useEffectEvent(onRenew)
  const canRenew = held !== null && held.is_renewable && !held.is_renewed
  const isHeld = held !== null
  useEffect(() => {
    if (!isReady || hash === '') return
    if (hash === 'renew' && canRenew) renew()
    else document.getElementById(hash === 'renew' ? 'plans' : hash)?.scrollIntoView({ block: 'start' })
  }, [isReady, isHeld, canRenew, hash])
}

/** First the wizard, then the payment of the subscription it created. */
function PurchaseDialogs({ plan, onPaid, onClose }: { plan: AnyPlan; onPaid: () => void; onClose: () => void }) {
  const [isCreated, setCreated] = useState(false)
  function finish() {
    onClose()
    onPaid()
  }
  if (isCreated) return <PaymentDialog plan={plan} onPaid={finish} onClose={onClose} />
  return <PurchaseWizard plan={plan} onCreated={() => setCreated(true)} onClose={onClose} />
}
