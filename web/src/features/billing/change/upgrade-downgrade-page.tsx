import { Button, Paper, Stack, Text } from '@mantine/core'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StepBar } from '../../../ui/layout/step-bar.tsx'
import type { Change } from './use-change-plan.ts'
import { ChangeDone } from './change-done.tsx'
import { DetailsStep } from './details-step.tsx'
import { DowngradeStep } from './downgrade-step.tsx'
import { UpgradeStep } from './upgrade-step.tsx'

const STEPS = ['Plan details', 'Payment', 'Done'] as const

export function UpgradeDowngradePage() {
  const router = useRouter()
  // Read once, because during navigation the history state already belongs to the next page.
  const [{ selectedPlan, isDowngrade }] = useState(useRouterState({ select: ({ location }) => location.state }))
  const [step, setStep] = useState(1)
  const goBack = () => router.history.back()
  if (!selectedPlan) return <InvalidPlan onBack={goBack} />

  const change: Change = { plan: selectedPlan, direction: isDowngrade ? 'downgrade' : 'upgrade' }
  const PaymentStep = isDowngrade ? DowngradeStep : UpgradeStep
  return (
    <Stack maw={720} mx="auto" gap="lg">
      <PageHeader title={isDowngrade ? 'Downgrade Plan' : 'Upgrade Plan'} subtitle={`Step ${step} of 3`} />
      <StepBar steps={STEPS} current={step} label="Progress of the change" />
      <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
        {step === 1 && <DetailsStep change={change} onBack={goBack} onContinue={() => setStep(2)} />}
        {step === 2 && <PaymentStep change={change} onBack={() => setStep(1)} onDone={() => setStep(3)} />}
        {step === 3 && <ChangeDone change={change} />}
      </Paper>
    </Stack>
  )
}

function InvalidPlan({ onBack }: { onBack: () => void }) {
  return (
    <>
      <PageHeader title="Invalid Plan" />
      <Paper p="lg" radius="lg">
        <Text mb="md">No plan selected for upgrade.</Text>
        <Button onClick={onBack}>Go Back</Button>
      </Paper>
    </>
  )
}
