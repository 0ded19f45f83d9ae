import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { ChangePassword, changePassword } from '@trading-bot/contract/rest/accounts/auth'
import { listSessions } from '@trading-bot/contract/rest/accounts/security'
import { readTelegram } from '@trading-bot/contract/rest/accounts/telegram'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { session } from '../../lib/session/session.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'

const EMPTY = { old_password: '', new_password: '', new_password_confirm: '' }

export function ChangePasswordForm() {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ChangePassword,
    initialValues: EMPTY,
    fieldOfCode: { WRONG_PASSWORD: 'old_password', SAME_PASSWORD: 'new_password' },
    onSubmit: (values) => change.mutate(values),
  })
  const change = useCall(changePassword, {
    refresh: [listSessions, readTelegram],
    explain: (failure) => serverTextOr(failure, ['detail'], 'Failed to change password.'),
    onFailed: showServerErrors,
    onDone: (answer) => {
      // Changing the password ended the old session, so the new tokens replace it.
      session.storeTokens(answer)
      form.reset()
      notify('success', 'Password changed. Every other device has been signed out.')
    },
  })

  return (
    <form {...formProps} aria-label="Password">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('old_password')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            description="8 characters or more, with upper case, lower case and a number."
            {...form.getInputProps('new_password')}
          />
          <PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            {...form.getInputProps('new_password_confirm')}
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
