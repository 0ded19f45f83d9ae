import { Button, Group, Modal, Text } from '@mantine/core'
import { createSubscription, readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import { chargeOf, choiceOf, cycleOf, type SelectedPlan } from '../plans/selected-plan.ts'

type Props = { plan: SelectedPlan; onClose: () => void }

/** Confirm, create, pay: the plan counts as purchased only after the payment. */
export function SubscribeDialogs({ plan, onClose }: Props) {
  const [isCreated, setCreated] = useState(false)
  const create = useCall(createSubscription, {
    refresh: [readMySubscription],
    explain: (failure) => serverTextOr(failure, ['error'], 'Failed to purchase subscription'),
    onDone: () => setCreated(true),
    onFailed: onClose,
  })
  function confirmPurchase() {
    notify('success', 'Bot subscription purchased successfully!')
    onClose()
  }
  if (isCreated) return <PaymentDialog plan={plan} onPaid={confirmPurchase} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Confirm Subscription">
      <Text size="sm">
        Subscribe to <b>{plan.name}</b> for {formatRupees(chargeOf(plan))}? You pay in the next step.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button
          data-autofocus
          loading={create.isPending}
          onClick={() => create.mutate({ ...choiceOf(plan), billing_cycle: cycleOf(plan) })}
        >
          Confirm
        </Button>
      </Group>
    </Modal>
  )
}
