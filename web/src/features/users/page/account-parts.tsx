import { Button, Group, Text } from '@mantine/core'
import type { ReportedSubscription } from '@trading-bot/contract/rest/billing/subscription-reports'
import type { UserPage } from '@trading-bot/contract/rest/operations/user-page'
import { formatRupees } from '@trading-bot/core/money'
import { type ReactNode, useState } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { isValidSubscription } from '../../../lib/is-valid-subscription.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { TextLink } from '../../../ui/controls/text-link.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { LOG_IN_STATES } from '../broker-log-in.tsx'
import { ChangePlanHand, ExtendHand, GrantHand } from '../hands/time-hands.tsx'
import { PagePart } from './page-part.tsx'

type Hand = 'extend' | 'change' | 'grant'

/** The running subscription, else the newest; earlier ones stand in the subscription report. */
export function SubscriptionPart({ user, subscriptions }: Pick<UserPage, 'user' | 'subscriptions'>) {
  const [open, setOpen] = useState<Hand | null>(null)
  const running = subscriptions.find((each) => isValidSubscription(each))
  const close = () => setOpen(null)
  return (
    <>
      <SubscriptionFacts current={running ?? subscriptions[0]} earlier={subscriptions.length - 1}>
        {user.status !== 'closed' && (
          <Group gap="xs">
            {running ? (
              <>
                <Button size="xs" variant="default" onClick={() => setOpen('extend')}>
                  Extend
                </Button>
                <Button size="xs" variant="default" onClick={() => setOpen('change')}>
                  Change plan
                </Button>
              </>
            ) : (
              <Button size="xs" variant="default" onClick={() => setOpen('grant')}>
                Grant a plan
              </Button>
            )}
          </Group>
        )}
      </SubscriptionFacts>
      {open === 'extend' && running && <ExtendHand user={user} subscription={running} onClose={close} />}
      {open === 'change' && running && <ChangePlanHand user={user} subscription={running} onClose={close} />}
      {open === 'grant' && <GrantHand user={user} onClose={close} />}
    </>
  )
}

type FactsProps = { current: ReportedSubscription | undefined; earlier: number; children: ReactNode }

function SubscriptionFacts({ current, earlier, children }: FactsProps) {
  if (!current) {
    return (
      <PagePart title="Subscription">
        <Text size="sm" c="dimmed" mb="sm">
          Never subscribed.
        </Text>
        {children}
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
      <Group justify="space-between" mt="sm">
        {children}
        <TextLink to="/admin/subscriptions" search={{ email: user.email } as never} size="sm">
          {earlier === 0 ? 'Details' : `Details, and ${earlier} earlier`}
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
