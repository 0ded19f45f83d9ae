import { Skeleton } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import { upgradeLines } from '../payment/payment-lines.ts'
import { PlanSummary } from '../payment/plan-summary.tsx'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import type { Change } from './use-change-plan.ts'

export function DueNow({ change: { plan, direction } }: { change: Change }) {
  const { subscription, isPending } = useMySubscription()
  if (isPending) return <Skeleton h={246} />
  const isKnown = direction === 'upgrade' && subscription
  return (
    <PlanSummary
      name={plan.name}
      lines={
        isKnown ? upgradeLines(plan, subscription) : [['Due now', direction === 'upgrade' ? 'N/A' : formatRupees(0)]]
      }
    />
  )
}
