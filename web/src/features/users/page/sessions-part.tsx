import { Button, Group, Stack, Text } from '@mantine/core'
import { deviceName } from '@trading-bot/contract/rest/accounts/device-name'
import { endUserSessions } from '@trading-bot/contract/rest/accounts/users'
import { endUserSession, type UserPage } from '@trading-bot/contract/rest/operations/user-page'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { USER_QUERIES } from '../user-queries.ts'
import { PagePart } from './page-part.tsx'

type Session = UserPage['sessions'][number]

/** Where the user is signed in, and a way to end one session or all of them. */
export function SessionsPart({ user, sessions }: Pick<UserPage, 'user' | 'sessions'>) {
  const [ending, setEnding] = useState<Session | 'all' | null>(null)
  const effects = {
    refresh: USER_QUERIES,
    onFailed: () => setEnding(null),
    onDone: ({ message }: { message: string }) => {
      setEnding(null)
      notify('success', message)
    },
  }
  const endOne = useCall(endUserSession, effects)
  const endAll = useCall(endUserSessions, effects)
  return (
    <PagePart
      title="Sessions"
      action={
        sessions.length > 0 && (
          <Button size="xs" variant="default" onClick={() => setEnding('all')}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && (
        <Text size="sm" c="dimmed">
          Not signed in anywhere.
        </Text>
      )}
      <Stack gap="sm">
        {sessions.map((session) => (
          <Group key={session.id} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm">{deviceName(session.device)}</Text>
              <Text size="xs" c="dimmed">
                {`${session.address} · last used ${formatDateTime(session.last_used_at)}`}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              flex="none"
              aria-label={`End the session on ${deviceName(session.device)}`}
              onClick={() => setEnding(session)}
            >
              End
            </Button>
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        isOpen={ending !== null}
        title={ending === 'all' ? `Sign ${user.username} out everywhere?` : 'End this session?'}
        action={ending === 'all' ? 'Sign out everywhere' : 'End session'}
        isSending={endOne.isPending || endAll.isPending}
        onConfirm={() => {
          if (ending === 'all') endAll.mutate({ id: user.id })
          else if (ending) endOne.mutate({ id: user.id, session_id: ending.id })
        }}
        onClose={() => setEnding(null)}
      >
        {ending === 'all'
          ? `${user.username} has to sign in and link Telegram again. Bots go on trading.`
          : `${user.username} has to sign in again there. Bots go on trading.`}
      </ConfirmDialog>
    </PagePart>
  )
}
