import { CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { StepBar } from '../../../ui/layout/step-bar.tsx'
import { ConfigurationStep } from './configuration-step.tsx'
import { type CredentialsFormSlot, CredentialsStep } from './credentials-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { SuccessStep } from './success-step.tsx'
import { FLOW_STEPS, useFlow } from './use-flow.ts'

/** Payment, credentials, configuration, success. The credentials form belongs to another feature and is passed in. */
export function SubscriptionFlowPage({ credentialsForm }: { credentialsForm: CredentialsFormSlot }) {
  const flow = useFlow()
  if (flow === undefined) return null
  if (flow === null) return <Navigate to="/pricing" replace />
  const { plan, step, completedSteps } = flow
  if (step > completedSteps + 1) return <Resume resume={flow.resume} />
  return (
    <Stack maw={760} mx="auto" gap="lg">
      <title>Complete Setup · Trading Bot</title>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={1}>Complete Setup</Title>
          <Text c="dimmed">
            Step {step} of {FLOW_STEPS.length} · {plan.name}
          </Text>
        </div>
        <CloseButton size="lg" aria-label="Close the setup" onClick={flow.close} />
      </Group>
      <StepBar steps={FLOW_STEPS} current={step} label="Setup progress" />
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
        {step === 1 && <PaymentStep key={plan.id} flow={flow} />}
        {step === 2 && <CredentialsStep flow={flow} form={credentialsForm} />}
        {step === 3 && <ConfigurationStep flow={flow} />}
        {step === 4 && <SuccessStep />}
      </Paper>
    </Stack>
  )
}

/** Redirects once, even when the component renders again. */
function Resume({ resume }: { resume: () => void }) {
  const send = useEffectEvent(resume)
  useEffect(() => send(), [])
  return null
}
