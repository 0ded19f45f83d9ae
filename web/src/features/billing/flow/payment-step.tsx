import { Skeleton } from '@mantine/core'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { useEffect, useEffectEvent, useState } from 'react'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { planOf } from '../plans/subscription-rules.ts'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import { useUnfinishedSetup } from '../plans/use-unfinished-setup.ts'
import { AlreadyPurchased } from './already-purchased.tsx'
import { DowngradeStep } from './downgrade-step.tsx'
import { PaidStep } from './paid-step.tsx'
import { PurchaseStep } from './purchase-step.tsx'
import type { Flow } from './use-flow.ts'

type Entry = { subscription: Subscription | null; isUnfinished: boolean }

/** Step 1: pays, or shows that nothing has to be paid. */
export function PaymentStep({ flow }: { flow: Flow }) {
  const { subscription, isPending } = useMySubscription()
  const isUnfinished = useUnfinishedSetup(subscription)
  // Decided once on entry, because the payment made here must not switch this screen to another.
  const [entry, setEntry] = useState<Entry | null>(null)
  if (flow.completedSteps >= 1) return <PaidStep flow={flow} />
  if (entry !== null) return <Decided flow={flow} {...entry} />
  if (!isPending && isUnfinished !== undefined) setEntry({ subscription, isUnfinished })
  return <Skeleton h={380} aria-busy="true" />
}

function Decided({ flow, subscription, isUnfinished }: Entry & { flow: Flow }) {
  const isHeld = isValidSubscription(subscription) && planOf(subscription)?.id === flow.plan.id
  const isPaidAlready = isHeld && isUnfinished
  const advance = useEffectEvent(flow.advance)
  useEffect(() => {
    if (isPaidAlready) advance()
  }, [isPaidAlready])

  if (isPaidAlready) return <Skeleton h={380} aria-busy="true" />
  if (isValidSubscription(subscription) && flow.mode === 'purchase')
    return <AlreadyPurchased subscription={subscription} />
  if (flow.mode === 'downgrade') return <DowngradeStep flow={flow} />
  return <PurchaseStep flow={flow} subscription={subscription} />
}
