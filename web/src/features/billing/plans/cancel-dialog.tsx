import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import {
  cancelSubscription,
  type Subscription,
  toggleAutoRenew,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate } from '../../../lib/format.ts'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { PLAN_QUERIES } from './plan-queries.ts'
import { unusedDays } from './subscription-rules.ts'

export type CancelDialogProps = {
  subscription: Subscription
  /** The request: the pricing page also sends the subscription's id. */
  request: { subscription_id?: string }
  doneText: string
  onClose: () => void
}

/** Cancelling ends a paid plan at once, so the dialog states what is lost and offers to stop the renewal instead. */
export function CancelDialog({ subscription, request, doneText, onClose }: CancelDialogProps) {
  const cancel = useCall(cancelSubscription, {
    refresh: PLAN_QUERIES,
    explain: (failure) => serverTextOr(failure, ['error'], 'Failed to cancel subscription'),
    onDone: () => {
      notify('success', doneText)
      onClose()
    },
  })
  const stopRenewal = useCall(toggleAutoRenew, {
    refresh: PLAN_QUERIES,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  const days = unusedDays(subscription)
  const { trial } = subscription
  const isPaid = subscription.status === 'active' && trial === null
  return (
    <Modal opened onClose={onClose} title="Cancel Subscription">
      <Stack gap="md">
        <Text size="sm">
          {trial
            ? `Your free trial runs until ${formatDate(trial.ends_at)} and then ends. Nothing is debited.`
            : isPaid
              ? 'Your plan ends immediately. Your bot opens no new positions; open positions are managed until they close.'
              : 'This unpaid purchase is discarded. You have not been charged.'}
        </Text>
        {isPaid && (
          <Alert color="yellow" variant="light" title={`${days} ${days === 1 ? 'day' : 'days'} unused`}>
            {whatComesBack(subscription)}
          </Alert>
        )}
        {isPaid && (
          <Text size="sm" c="dimmed">
            {subscription.auto_renew
              ? `To keep the plan until ${formatDate(subscription.end_date)} without paying again, stop renewal instead.`
              : `Automatic renewal is off: if you do nothing, your plan ends on ${formatDate(subscription.end_date)}.`}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep Subscription
          </Button>
          {isPaid && subscription.auto_renew && (
            <Button
              variant="light"
              loading={stopRenewal.isPending}
              onClick={() => stopRenewal.mutate({ auto_renew: false })}
            >
              Stop renewal instead
            </Button>
          )}
          <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate(request)}>
            Cancel Subscription
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** What credit had paid is credit again; only what was paid goes back to where it came from. */
function whatComesBack({ unused_value, refundable_value }: Subscription): string {
  const worth = `Worth ${formatRupees(unused_value)}.`
  const credit = Math.round((unused_value - refundable_value) * 100) / 100
  if (credit === 0) return `${worth} We open a refund request for it.`
  if (refundable_value === 0) return `${worth} It was paid from your credit, and is credit again for your next payment.`
  return `${worth} We open a refund request for ${formatRupees(refundable_value)}; the other ${formatRupees(credit)} become credit for your next payment.`
}
