import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { FlattenAccount, flattenAccount, type ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { refusedWith } from '../../lib/api/api-failure.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { USER_QUERIES } from './user-queries.ts'

/** Stops all bots of a user and closes what they hold. An older sign-in is asked for its password first. */
export function FlattenForm({ user }: { user: ManagedUser }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: FlattenAccount,
    initialValues: { reason: '', password: undefined as string | undefined },
    onSubmit: (values) => flatten.mutate({ id: user.id, ...values }),
  })
  const flatten = useCall(flattenAccount, {
    refresh: USER_QUERIES,
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      form.reset()
      notify('success', message)
    },
  })
  const asksPassword = flatten.isError && refusedWith(flatten.error, 'PASSWORD_FOR_ADMIN')
  return (
    <form {...formProps} aria-label="Flatten account">
      <Stack gap="xs">
        <Text size="sm">
          Flatten the account: every bot stops, and everything it holds is closed at the market price.
        </Text>
        <Group align="flex-end">
          <TextInput
            label="Reason to flatten"
            description="The user reads it; it is kept in the audit with your name."
            maxLength={200}
            flex={1}
            {...form.getInputProps('reason')}
          />
          <Button type="submit" color="red" loading={flatten.isPending}>
            Flatten
          </Button>
        </Group>
        {asksPassword && (
          <PasswordField label="Your password" autoComplete="current-password" {...form.getInputProps('password')} />
        )}
      </Stack>
    </form>
  )
}
