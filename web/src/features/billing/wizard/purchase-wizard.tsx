import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import type { AdminBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { createSubscription, readMySubscription, wizardForm } from '@trading-bot/contract/rest/billing/subscriptions'
import { useState } from 'react'
import { fieldErrors, serverTextOr } from '../../../lib/api/error-text.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { StepBar } from '../../../ui/layout/step-bar.tsx'
import { usePlanSettings } from '../configuration/use-bot-settings.ts'
import type { SelectedPlan } from '../plans/selected-plan.ts'
import { ReviewStep } from './review-step.tsx'
import { RiskStep } from './risk-step.tsx'
import { StrategyStep } from './strategy-step.tsx'
import { TradingStep } from './trading-step.tsx'
import { initialWizard, stepOfErrors, wizardRequest } from './wizard-values.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

const STEPS = ['Trading Parameters', 'Strategy Parameters', 'Risk Management', 'Review and Confirm'] as const
const PANES = [TradingStep, StrategyStep, RiskStep, ReviewStep] as const

type Props = { plan: SelectedPlan; onCreated: () => void; onClose: () => void }

/** Mounted on each opening, so it always starts at step 1 with the defaults. */
export function PurchaseWizard(props: Props) {
  const settings = usePlanSettings(props.plan)
  return (
    <FormModal
      opened
      onClose={props.onClose}
      title={`Purchase ${props.plan.name}`}
      size="xl"
      closeOnClickOutside={false}
    >
      {settings === undefined ? <Skeleton h={360} /> : <WizardForm {...props} settings={settings} />}
    </FormModal>
  )
}

function WizardForm({ plan, settings, onCreated }: Props & { settings: AdminBotSettings | null }) {
  const [step, setStep] = useState(1)
  const isLast = step === STEPS.length
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: wizardForm(plan.max_quantity)[step - 1] ?? wizardForm(null)[3],
    initialValues: initialWizard(plan.bot_type ? settings : null),
    onSubmit: (values) => (isLast ? create.mutate(wizardRequest(plan, values)) : setStep(step + 1)),
  })
  const create = useCall(createSubscription, {
    refresh: [readMySubscription],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to create subscription'),
    onFailed: (failure) => {
      showServerErrors(failure)
      setStep(stepOfErrors(fieldErrors(failure)) ?? step)
    },
    onDone: onCreated,
  })
  const Pane = PANES[step - 1] ?? ReviewStep
  return (
    <form {...formProps} aria-label="Purchase">
      <Stack gap="lg">
        <StepBar steps={STEPS} current={step} label="Progress of the purchase" />
        <Title order={3}>{STEPS[step - 1]}</Title>
        <Pane form={form} plan={plan} isAdminSet={plan.bot_type !== undefined} />
        <Group justify="space-between">
          <Button variant="default" disabled={step === 1 || create.isPending} onClick={() => setStep(step - 1)}>
            Previous
          </Button>
          <Button type="submit" loading={create.isPending}>
            {isLast ? 'Purchase' : 'Next'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
