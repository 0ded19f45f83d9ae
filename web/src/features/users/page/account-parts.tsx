import { Group, Text } from '@mantine/core'
import type { UserPage } from '@trading-bot/contract/rest/operations/user-page'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { TextLink } from '../../../ui/controls/text-link.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { LOG_IN_STATES } from '../broker-log-in.tsx'
import { PagePart } from './page-part.tsx'

/** The newest subscription; earlier ones stand in the subscription report. */
export function SubscriptionPart({ subscriptions }: Pick<UserPage, 'subscriptions'>) {
  const [current, ...earlier] = subscriptions
  if (!current) {
    return (
      <PagePart title="Subscription">
        <Text size="sm" c="dimmed">
          Never subscribed.
        </Text>
      </PagePart>
    )
  }
  const { plan, bot_plan, status, amount_paid, start_date, end_date, auto_renew, user } = current
  return (
    <PagePart title="Subscription" action={<StatusBadge status={status} />}>
      <Facts
        items={[
          ['Plan', (plan ?? bot_plan)?.name ?? '–'],
          ['Paid', formatRupees(amount_paid)],
          ['From', start_date ? formatDate(start_date) : '–'],
          ['Until', end_date ? formatDate(end_date) : '–'],
          ['Renews', auto_renew ? 'Yes' : 'No'],
        ]}
      />
      <Group justify="flex-end" mt="xs">
        <TextLink to="/admin/subscriptions" search={{ email: user.email } as never} size="sm">
          {earlier.length === 0 ? 'Details' : `Details, and ${earlier.length} earlier`}
        </TextLink>
      </Group>
    </PagePart>
  )
}

/** Whether they are there and work. What they are is shown to nobody. */
export function CredentialsPart({ credentials }: Pick<UserPage, 'credentials'>) {
  if (credentials === null) {
    return (
      <PagePart title="Broker credentials">
        <Text size="sm" c="dimmed">
          Not saved yet.
        </Text>
      </PagePart>
    )
  }
  const { is_verified, verified_at, updated_at, last_error, log_in } = credentials
  const reason = log_in.reason ?? last_error
  return (
    <PagePart title="Broker credentials" action={<StatusBadge status={is_verified ? 'verified' : 'not verified'} />}>
      <Facts
        items={[
          ['Verified', verified_at ? formatDateTime(verified_at) : 'Never'],
          ['Saved', formatDateTime(updated_at)],
          ['Broker log-in', LOG_IN_STATES[log_in.state]],
          ['Since', log_in.since ? formatDateTime(log_in.since) : '–'],
        ]}
      />
      {reason && (
        <Text size="sm" c="dimmed" mt="xs">
          {reason}
        </Text>
      )}
    </PagePart>
  )
}
