import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { cancelSubscription, type Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { formatDate } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { PaymentDialog } from '../payment/payment-dialog.tsx'
import { PLAN_QUERIES } from '../plans/plan-queries.ts'
import { planOf } from '../plans/subscription-rules.ts'

/** A purchase that was begun and not paid: finish it, or drop it. */
export function PendingPurchase({ subscription, onPaid }: { subscription: Subscription; onPaid: () => void }) {
  const [isPaying, setPaying] = useState(false)
  const plan = planOf(subscription)
  const discard = useCall(cancelSubscription, {
    refresh: PLAN_QUERIES,
    explain: (failure) => serverTextOr(failure, ['error'], 'Failed to discard the purchase. Please try again.'),
    onDone: () => notify('success', 'The unpaid purchase was discarded. Nothing was charged.'),
  })
  if (!plan) return null
  return (
    <Paper component="section" aria-label="Unpaid purchase" p="lg" radius="lg">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>{plan.name}</Title>
          <StatusBadge status="pending" />
        </Group>
        <Text size="sm">
          You chose this plan on {formatDate(subscription.created_at)} but have not paid for it yet. It costs{' '}
          {formatRupees(plan.price)}/month and starts when you pay.
        </Text>
        <Group gap="xs">
          <Button onClick={() => setPaying(true)}>Pay now</Button>
          <Button
            variant="default"
            loading={discard.isPending}
            onClick={() => discard.mutate({ subscription_id: subscription.id })}
          >
            Discard
          </Button>
        </Group>
      </Stack>
      {isPaying && <PaymentDialog plan={plan} onPaid={onPaid} onClose={() => setPaying(false)} />}
    </Paper>
  )
}
