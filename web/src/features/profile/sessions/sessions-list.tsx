import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endAllSessions, endSession, listSessions } from '@trading-bot/contract/rest/accounts/security'
import { useState } from 'react'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { session } from '../../../lib/session/session.ts'
import { signOut } from '../../../lib/session/sign-out.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import classes from './session-row.module.css'
import { SessionRow } from './session-row.tsx'

export function SessionsList() {
  const sessions = useQuery(queryOf(listSessions, {}))
  const [isAsking, setAsking] = useState(false)
  const endOne = useCall(endSession, { refresh: [listSessions] })
  const endAll = useCall(endAllSessions, { onDone: () => session.end() })

  return (
    <Stack gap="md">
      <Loaded query={sessions} skeleton={<Skeleton h={132} />} empty={<Text size="sm">No device is signed in.</Text>}>
        {(rows) => (
          <ul aria-label="Signed-in devices" className={classes['list']}>
            {rows.map((row) => (
              <SessionRow
                key={row.id}
                session={row}
                isEnding={endOne.isPending && endOne.variables.id === row.id}
                onEnd={() => (row.is_current ? signOut() : endOne.mutate({ id: row.id }))}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        isSending={endAll.isPending}
        onConfirm={() => endAll.mutate({})}
        onClose={() => setAsking(false)}
      >
        Every device is signed out, this one included, and Telegram is unlinked. Running bots go on.
      </ConfirmDialog>
    </Stack>
  )
}
