import { NumberInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  changePlanOfUser,
  ChangePlanOfUser,
  ExtendPlan,
  extendPlan,
  GrantPlan,
  grantPlan,
  previewPlanOfUser,
} from '@trading-bot/contract/rest/billing/goodwill'
import type { ReportedSubscription } from '@trading-bot/contract/rest/billing/subscription-reports'
import type { ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { HandForm } from './hand-form.tsx'
import { type PlanChoice, PlanSelect } from './plan-select.tsx'
import { useHand } from './use-hand.ts'

type HeldProps = { user: ManagedUser; subscription: ReportedSubscription; onClose: () => void }

export function ExtendHand({ user, subscription, onClose }: HeldProps) {
  const ends_before = subscription.end_date ?? ''
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ExtendPlan,
    initialValues: { days: 7 as number | string, reason: '', ends_before },
    onSubmit: ({ days, ...rest }) => extend.mutate({ id: user.id, days: Number(days), ...rest }),
  })
  const extend = useHand(extendPlan, { onDone: onClose, onFailed: showServerErrors })
  return (
    <HandForm
      title={`Extend the plan of ${user.username}`}
      action="Add free days"
      note={`It runs until ${formatDate(ends_before)}. Free days follow: they cost nothing and count neither as revenue nor in MRR.`}
      formProps={formProps}
      reason={form.getInputProps('reason')}
      isSending={extend.isPending}
      onClose={onClose}
    >
      <NumberInput label="Free days" min={1} max={366} clampBehavior="none" {...form.getInputProps('days')} />
    </HandForm>
  )
}

export function GrantHand({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const [plan, setPlan] = useState<{ id: string | null; choice: PlanChoice; error?: string }>({ id: null, choice: {} })
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: GrantPlan,
    initialValues: { days: 30 as number | string, reason: '' },
    onSubmit: ({ days, reason }) => {
      if (plan.id === null) return setPlan({ ...plan, error: 'Choose a plan' })
      grant.mutate({ id: user.id, days: Number(days), reason, ...plan.choice })
    },
  })
  const grant = useHand(grantPlan, { onDone: onClose, onFailed: showServerErrors })
  return (
    <HandForm
      title={`Grant ${user.username} a plan`}
      action="Grant plan"
      note="It begins at once, costs nothing and ends by itself. It is no trial: a free trial can still be taken later."
      formProps={formProps}
      reason={form.getInputProps('reason')}
      isSending={grant.isPending}
      onClose={onClose}
    >
      <PlanSelect value={plan.id} error={plan.error} onChoose={(id, choice) => setPlan({ id, choice })} />
      <NumberInput label="Days" min={1} max={366} clampBehavior="none" {...form.getInputProps('days')} />
    </HandForm>
  )
}

export function ChangePlanHand({ user, subscription, onClose }: HeldProps) {
  const [plan, setPlan] = useState<{ id: string | null; choice: PlanChoice; error?: string }>({ id: null, choice: {} })
  const preview = useQuery({
    ...queryOf(previewPlanOfUser, { id: user.id, ...plan.choice }),
    enabled: plan.id !== null,
    staleTime: 0,
  })
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ChangePlanOfUser,
    initialValues: { reason: '', ends_before: subscription.end_date ?? '' },
    onSubmit: (values) =>
      plan.id === null
        ? setPlan({ ...plan, error: 'Choose a plan' })
        : change.mutate({ id: user.id, ...values, ...plan.choice }),
  })
  const change = useHand(changePlanOfUser, { onDone: onClose, onFailed: showServerErrors })
  const held = subscription.plan ?? subscription.bot_plan
  return (
    <HandForm
      title={`Change the plan of ${user.username}`}
      action="Change plan"
      note={`${held?.name ?? 'The plan'} runs until ${formatDate(subscription.end_date)}. Its unused value becomes time of the other plan, at that plan's price. Nothing is charged.`}
      formProps={formProps}
      reason={form.getInputProps('reason')}
      isSending={change.isPending}
      onClose={onClose}
    >
      <PlanSelect
        value={plan.id}
        except={held?.id}
        error={plan.error}
        onChoose={(id, choice) => setPlan({ id, choice })}
      />
      {plan.id !== null && preview.data && (
        <Text size="sm" component="output">
          {`${formatRupees(preview.data.unused_value)} is unused${preview.data.credit > 0 ? `, and ${formatRupees(preview.data.credit)} is credit` : ''}: the new plan runs until ${formatDate(preview.data.end_date)}.`}
        </Text>
      )}
    </HandForm>
  )
}
