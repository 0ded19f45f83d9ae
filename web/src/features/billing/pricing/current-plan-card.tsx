import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { formatDate } from '../../../lib/format.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { planOf, statusOf } from '../plans/subscription-rules.ts'
import { priceText } from '../trial/trial-note.ts'

type Props = {
  subscription: Subscription | null
  onUpgrade: () => void
  onDowngrade: () => void
  onFinish: (() => void) | null
  onCancel: () => void
}

/** As high while it loads and without a plan, so that the plans below do not move. */
export const CARD_HEIGHT = { base: 298, sm: 191 }

export function CurrentPlanCard({ subscription, ...actions }: Props) {
  return (
    <Paper component="section" aria-label="Current Subscription" p="lg" radius="lg" mih={CARD_HEIGHT}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>Current Subscription</Title>
          {subscription && <StatusBadge status={statusOf(subscription)} />}
        </Group>
        {subscription ? <SubscriptionSummary subscription={subscription} {...actions} /> : <NoSubscription />}
      </Stack>
    </Paper>
  )
}

function NoSubscription() {
  return (
    <div>
      <Text fw={600}>No active subscription</Text>
      <Text size="sm" c="dimmed">
        Choose a plan below. Setup takes four short steps: payment, credentials, configuration, done.
      </Text>
    </div>
  )
}

function SubscriptionSummary({
  subscription,
  onUpgrade,
  onDowngrade,
  onFinish,
  onCancel,
}: Props & { subscription: Subscription }) {
  const plan = planOf(subscription)
  const isActive = isValidSubscription(subscription)
  return (
    <>
      <Facts
        isStacked
        items={[
          ['Plan', plan?.name ?? 'N/A'],
          ['Price', plan ? priceText(`${formatRupees(plan.price)}/month`, subscription) : 'N/A'],
          [isActive ? 'Valid until' : 'Ended', formatDate(subscription.end_date)],
          ['Renewal', subscription.auto_renew ? 'Automatic' : 'Off'],
        ]}
      />
      {!isActive && <NoSubscription />}
      <Group gap="xs">
        {onFinish && <Button onClick={onFinish}>Finish setup</Button>}
        {plan && (
          <Button variant={onFinish || !isActive ? 'default' : 'filled'} onClick={onUpgrade}>
            Upgrade Plan
          </Button>
        )}
        {isActive && (
          <>
            <Button variant="default" onClick={onDowngrade}>
              Downgrade Plan
            </Button>
            <Button variant="subtle" color="red" onClick={onCancel}>
              Cancel Subscription
            </Button>
          </>
        )}
      </Group>
    </>
  )
}
