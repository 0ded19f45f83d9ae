import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatDate } from '../../../lib/format.ts'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { NextStep } from '../plans/next-step.tsx'
import { planOf, statusOf } from '../plans/subscription-rules.ts'

type Props = { subscription: Subscription | null; onCancel: () => void }

export function HeldBotCard({ subscription, onCancel }: Props) {
  return (
    <Paper component="section" aria-label="Current Subscription" p="lg" radius="lg">
      {subscription ? (
        <BotSubscription subscription={subscription} onCancel={onCancel} />
      ) : (
        <EmptyState title="No active subscription">Your plan appears here once you subscribe.</EmptyState>
      )}
    </Paper>
  )
}

function BotSubscription({ subscription, onCancel }: { subscription: Subscription; onCancel: () => void }) {
  const plan = planOf(subscription)
  // An ended subscription cannot be cancelled.
  const isThere = subscription.status === 'active' || subscription.status === 'pending'
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2}>Current Subscription</Title>
        <StatusBadge status={statusOf(subscription)} />
      </Group>
      <div>
        <Text fw={600}>{plan?.name ?? 'N/A'}</Text>
        <Text size="sm" c="dimmed">
          {plan?.description}
        </Text>
      </div>
      <Facts
        isStacked
        items={[
          ...(subscription.trial ? [['Free trial', `until ${formatDate(subscription.trial.ends_at)}`] as const] : []),
          ['Started', formatDate(subscription.start_date)],
          [isValidSubscription(subscription) ? 'Expires' : 'Ended', formatDate(subscription.end_date)],
        ]}
      />
      {isThere && (
        <Group>
          <NextStep subscription={subscription} />
          <Button variant="default" onClick={onCancel}>
            Cancel Subscription
          </Button>
        </Group>
      )}
    </Stack>
  )
}
