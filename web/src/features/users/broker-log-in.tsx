import { Badge, Button, Group, Text } from '@mantine/core'
import type { BrokerLogIn as LogIn } from '@trading-bot/contract/rest/trading/credentials'
import { type ManagedUser, retryBrokerLogIn } from '@trading-bot/contract/rest/accounts/users'
import { formatDateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { USER_QUERIES } from './user-queries.ts'

export const LOG_IN_STATES: Readonly<Record<LogIn['state'], string>> = {
  untried: 'Not tried yet',
  open: 'Accepted',
  retrying: 'Retrying',
  rejected: 'Rejected',
}

/** Shown only when someone has to act. */
export function BrokerLogInBadge({ logIn }: { logIn: LogIn | null }) {
  if (logIn?.state !== 'rejected') return null
  return (
    <Badge size="sm" variant="light" color="yellow">
      Log-in rejected
    </Badge>
  )
}

/** The state of this user's broker log-in, with a retry button when it fails. */
export function BrokerLogIn({ user, logIn }: { user: ManagedUser; logIn: LogIn }) {
  const retry = useCall(retryBrokerLogIn, {
    refresh: USER_QUERIES,
    onDone: ({ message }) => notify('success', message),
  })
  const isFailing = logIn.state === 'rejected' || logIn.state === 'retrying'
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" component="section" aria-label="Broker log-in">
      <div>
        <Text size="sm">
          Broker log-in: {LOG_IN_STATES[logIn.state].toLowerCase()}
          {logIn.since && ` since ${formatDateTime(logIn.since)}`}.
        </Text>
        {logIn.reason && (
          <Text size="sm" c="dimmed">
            {logIn.reason}
          </Text>
        )}
      </div>
      {isFailing && (
        <Button variant="default" flex="none" loading={retry.isPending} onClick={() => retry.mutate({ id: user.id })}>
          Try log-in again
        </Button>
      )}
    </Group>
  )
}
