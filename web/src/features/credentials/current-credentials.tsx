import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import {
  type CredentialStatus,
  deleteCredentials,
  listCredentialLogs,
  readCredentialStatus,
  verifyCredentials,
} from '@trading-bot/contract/rest/trading/credentials'
import { useState } from 'react'
import { errorText, serverTextOr } from '../../lib/api/error-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { refusedWith } from '../../lib/api/api-failure.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ClosePositionsDialog } from './close-positions-dialog.tsx'
import { isLogInFailing, LogInAlert } from './log-in-alert.tsx'
import { RecentAuthDialog } from './recent-auth-dialog.tsx'

type Props = { status: UseQueryResult<CredentialStatus>; isNotSet: boolean }

export function CurrentCredentials({ status, isNotSet }: Props) {
  if (isNotSet) {
    return <EmptyState title="No credentials saved">Once saved, you verify them here with one click.</EmptyState>
  }
  return (
    <Loaded query={status} skeleton={<Skeleton h={136} />} toast="Failed to load credentials status">
      {(saved) => <Saved saved={saved} />}
    </Loaded>
  )
}

const CALENDAR_QUERIES = [readCredentialStatus, listCredentialLogs]

function Saved({ saved }: { saved: CredentialStatus }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const [exposure, setExposure] = useState<string | null>(null)
  const verify = useCall(verifyCredentials, {
    refresh: CALENDAR_QUERIES,
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to verify credentials'),
    // A failed verification is recorded as well, so the page shows the broker's message afterwards.
    onFailed: () => CALENDAR_QUERIES.forEach(({ path }) => void queries.invalidateQueries({ queryKey: [path] })),
    onDone: ({ message }) => notify('success', message),
  })
  const remove = useCall(deleteCredentials, {
    refresh: CALENDAR_QUERIES,
    explain: (failure) =>
      isAskingPassword(failure) || isExposed(failure)
        ? null
        : serverTextOr(failure, ['error', 'message'], 'Failed to delete credentials'),
    onFailed: (failure) => {
      if (!isAskingPassword(failure) && !isExposed(failure)) return
      setAsking(false)
      setPasswordAsked(isAskingPassword(failure))
      if (isExposed(failure)) setExposure(errorText(failure))
    },
    onDone: () => {
      setAsking(false)
      setPasswordAsked(false)
      notify('success', 'Credentials deleted.')
    },
  })
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>Angel One</Text>
        <Badge variant="light" color={saved.is_verified ? 'green' : 'yellow'}>
          {saved.is_verified ? 'Verified and Active' : 'Not Verified'}
        </Badge>
      </Group>
      <Facts
        isStacked
        items={[
          ['API Key', saved.api_key_masked],
          ['Client Code', saved.client_code_masked],
          ['Updated', formatDateTime(saved.updated_at)],
          ['Verified', saved.verified_at ? formatDateTime(saved.verified_at) : 'Not yet'],
        ]}
      />
      <LogInAlert saved={saved} />
      <Group gap="xs">
        {(!saved.is_verified || isLogInFailing(saved)) && (
          <Button loading={verify.isPending} onClick={() => verify.mutate({})}>
            {isLogInFailing(saved) ? 'Verify now' : 'Verify Credentials'}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete credentials?"
        action="Delete credentials"
        isSending={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onClose={() => setAsking(false)}
      >
        The bot can no longer log in at your broker until you save credentials again.
      </ConfirmDialog>
      {isPasswordAsked && (
        <RecentAuthDialog
          isSending={remove.isPending}
          onClose={() => setPasswordAsked(false)}
          onPassword={(password) => remove.mutate({ password })}
        />
      )}
      {exposure !== null && <ClosePositionsDialog sentence={exposure} onClose={() => setExposure(null)} />}
    </Stack>
  )
}

function isAskingPassword(failure: unknown): boolean {
  return refusedWith(failure, 'PASSWORD_AGAIN')
}

function isExposed(failure: unknown): boolean {
  return refusedWith(failure, 'POSITIONS_OPEN')
}
