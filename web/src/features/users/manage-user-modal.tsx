import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { endUserSessions, type ManagedUser, restoreUser, suspendUser } from '@trading-bot/contract/rest/accounts/users'
import { type FormEvent, useState } from 'react'
import { errorText, fieldErrors } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { AddressForm } from './address-form.tsx'
import { BrokerLogIn } from './broker-log-in.tsx'
import { FlattenForm } from './flatten-form.tsx'
import { RoleForm } from './role-form.tsx'
import { USER_QUERIES } from './user-queries.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { user: ManagedUser; onClose: () => void }

export function ManageUserModal({ user, onClose }: Props) {
  const effects = {
    refresh: USER_QUERIES,
    onDone: ({ message }: { message: string }) => notify('success', message),
  }
  const restore = useCall(restoreUser, effects)
  const endSessions = useCall(endUserSessions, effects)
  return (
    <FormModal opened onClose={onClose} size="lg" title={user.username}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text size="sm">
            {user.name} · {user.email} · {user.phone_number}
          </Text>
          <StatusBadge status={user.status} />
        </Group>
        {user.status === 'suspended' ? (
          <Group justify="space-between">
            <Text size="sm">The user cannot sign in, and bots open nothing new.</Text>
            <Button loading={restore.isPending} onClick={() => restore.mutate({ id: user.id })}>
              Restore
            </Button>
          </Group>
        ) : (
          <SuspendForm user={user} />
        )}
        <Divider />
        <Group justify="space-between">
          <Text size="sm">
            Signed in on {user.live_sessions} {user.live_sessions === 1 ? 'device' : 'devices'}.
          </Text>
          <Button
            variant="default"
            disabled={user.live_sessions === 0}
            loading={endSessions.isPending}
            onClick={() => endSessions.mutate({ id: user.id })}
          >
            Sign out everywhere
          </Button>
        </Group>
        <Divider />
        {user.broker_log_in && (
          <>
            <BrokerLogIn user={user} logIn={user.broker_log_in} />
            <Divider />
          </>
        )}
        {user.status !== 'closed' && (
          <>
            <FlattenForm user={user} />
            <Divider />
            <AddressForm key={user.outbound_address} user={user} />
            <Divider />
          </>
        )}
        <RoleForm key={String(user.is_admin)} user={user} />
      </Stack>
    </FormModal>
  )
}

function SuspendForm({ user }: { user: ManagedUser }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const suspend = useCall(suspendUser, {
    refresh: USER_QUERIES,
    explain: (failure) => (fieldErrors(failure)['reason'] ? null : errorText(failure)),
    onFailed: (failure) => setProblem(fieldErrors(failure)['reason'] ?? null),
    onDone: ({ message }) => notify('success', message),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') return setProblem('Say why, for the history')
    setProblem(null)
    return suspend.mutate({ id: user.id, reason })
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Suspend">
      <Group align="flex-end">
        <TextInput
          label="Reason for a suspension"
          description="Signed out at once, no new entries; open positions are managed to their exit."
          maxLength={500}
          flex={1}
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" color="red" loading={suspend.isPending}>
          Suspend
        </Button>
      </Group>
    </form>
  )
}
