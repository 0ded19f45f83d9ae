import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readTrialTerms } from '@trading-bot/contract/rest/billing/renewals'
import { Suspense, useState } from 'react'
import { lazyAhead } from '../../../lib/lazy-ahead.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { type AnyPlan, choiceOf } from '../plans/selected-plan.ts'
import type { TrialDialogProps } from './trial-dialog.tsx'

const TrialDialog = lazyAhead<TrialDialogProps>(async () => (await import('./trial-dialog.tsx')).TrialDialog)

/** The button of a plan's free trial, for whoever can still have one. */
export function TrialOffer({ plan }: { plan: AnyPlan }) {
  const [isOpen, setOpen] = useState(false)
  const terms = useQuery({ ...queryOf(readTrialTerms, choiceOf(plan)), enabled: plan.trial_days > 0 })
  if (plan.trial_days === 0 || !terms.data || terms.data.refusal !== null) return null
  return (
    <>
      <Button variant="light" onClick={() => setOpen(true)} aria-label={`Try ${plan.name} free`}>
        {`Try ${plan.trial_days} days free`}
      </Button>
      <Text size="xs" c="dimmed" ta="center">
        {plan.trial_allows_live ? 'No payment needed' : 'On paper, no payment needed'}
      </Text>
      <Suspense>{isOpen && <TrialDialog plan={plan} terms={terms.data} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
