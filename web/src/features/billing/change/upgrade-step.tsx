import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useEnvironment } from '../../../lib/queries/use-environment.ts'
import { PaymentPanel } from '../payment/payment-panel.tsx'
import { CardFields, useCardForm } from './card-fields.tsx'
import { useSheetConsent } from '../sheet/use-sheet-consent.ts'
import type { Change } from './use-change-plan.ts'
import { useUpgradePayment } from './use-upgrade-payment.ts'

type Props = { change: Change; onBack: () => void; onDone: () => void }

/** Pays the difference. A card is entered in test mode only; otherwise the provider's checkout asks for it. */
export function UpgradeStep({ change, onBack, onDone }: Props) {
  const { paymentFlow, bill, coupon } = useUpgradePayment(change, onDone)
  const sheet = useSheetConsent(change.plan)
  const { form, isComplete } = useCardForm()
  const isTest = useEnvironment()?.payments === 'simulated'
  const card = isTest ? { action: 'Pay and upgrade', isReady: isComplete } : {}
  return (
    <Stack gap="md">
      <Title order={2}>Payment</Title>
      {bill ? (
        <PaymentPanel paymentFlow={paymentFlow} bill={bill} coupon={coupon} sheet={sheet} {...card}>
          {isTest && <CardFields form={form} />}
        </PaymentPanel>
      ) : (
        <Skeleton h={480} />
      )}
      <Group>
        <Button variant="default" disabled={paymentFlow.stage === 'processing'} onClick={onBack}>
          Back
        </Button>
      </Group>
    </Stack>
  )
}
