import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { upgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { api } from '../../../lib/api/api.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { upgradeLines } from '../payment/payment-lines.ts'
import { PaymentPanel } from '../payment/payment-panel.tsx'
import { usePayment } from '../payment/use-payment.ts'
import { useMySubscription } from '../plans/use-my-subscription.ts'
import { DueNow } from './due-now.tsx'
import { type Change, CHANGED, changeRequest, useChangePlan } from './use-change-plan.ts'

type Props = { change: Change; onBack: () => void; onDone: () => void }

/** With the real payment provider no card is entered here, and the upgrade happens when its order is paid. */
export function ProviderStep(props: Props) {
  return props.change.direction === 'upgrade' ? <PaidUpgrade {...props} /> : <FreeDowngrade {...props} />
}

function PaidUpgrade({ change, onBack, onDone }: Props) {
  const { subscription } = useMySubscription()
  const paymentFlow = usePayment({
    description: change.plan.name,
    makeOrder: async () => (await api(upgradeSubscription, changeRequest(change))).order,
    onPaid: () => {
      notify('success', CHANGED.upgrade)
      onDone()
    },
  })
  const lines = subscription ? upgradeLines(change.plan, subscription) : []
  return (
    <Stack gap="md">
      <Title order={2}>Payment</Title>
      <PaymentPanel
        paymentFlow={paymentFlow}
        planName={change.plan.name}
        lines={lines}
        action={`Pay ${lines.at(-1)?.[1] ?? 'and upgrade'}`}
      />
      <Group>
        <Button variant="default" disabled={paymentFlow.stage === 'processing'} onClick={onBack}>
          Back
        </Button>
      </Group>
    </Stack>
  )
}

function FreeDowngrade({ change, onBack, onDone }: Props) {
  const send = useChangePlan(change, onDone)
  return (
    <Stack gap="md">
      <Title order={2}>Payment</Title>
      <DueNow change={change} />
      <Text size="sm">Nothing is charged.</Text>
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button loading={send.isPending} onClick={() => send.mutate(changeRequest(change))}>
          Confirm downgrade
        </Button>
      </Group>
    </Stack>
  )
}
