import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { changeRole, ChangeRole, type ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { USER_QUERIES } from './user-queries.ts'

/** Requires the typed username and recent authentication with password and code. */
export function RoleForm({ user }: { user: ManagedUser }) {
  const [isOpen, setOpen] = useState(false)
  const is_admin = !user.is_admin
  const action = is_admin ? 'Make administrator' : 'Take the role away'
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ChangeRole,
    initialValues: { is_admin, confirm: '', password: '', otp: '' },
    onSubmit: ({ otp, ...values }) => change.mutate({ id: user.id, ...values, ...(otp && { otp }) }),
    fieldOfCode: { WRONG_SECOND_FACTOR: 'otp' },
  })
  const change = useCall(changeRole, {
    refresh: USER_QUERIES,
    onFailed: showServerErrors,
    onDone: ({ message }) => notify('success', message),
  })
  if (!isOpen) {
    return (
      <Group justify="space-between">
        <Text size="sm">{user.is_admin ? 'An administrator.' : 'An ordinary user.'}</Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          {action}
        </Button>
      </Group>
    )
  }
  return (
    <form {...formProps} aria-label={action} autoComplete="off">
      <Stack gap="sm">
        <Text size="sm">
          {is_admin
            ? 'An administrator sees and changes everything: users, money, code, symbols.'
            : 'The user loses every administrator page at once.'}
        </Text>
        <TextInput label={`Type ${user.username} to confirm`} autoComplete="off" {...form.getInputProps('confirm')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <PasswordField label="Your password" autoComplete="current-password" {...form.getInputProps('password')} />
          <TextInput
            label="Your authenticator code"
            description="Where your second factor is on"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.getInputProps('otp')}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setOpen(false)}>
            Keep as it is
          </Button>
          <Button type="submit" color="red" loading={change.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
