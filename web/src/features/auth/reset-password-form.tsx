import { Button, Stack } from '@mantine/core'
import { ResetPassword, resetPassword } from '@trading-bot/contract/rest/accounts/auth'
import { useState } from 'react'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { AccountHeading } from './account-heading.tsx'
import { FormFailure } from './form-failure.tsx'

type Props = { token: string; email: string; onDone: () => void }

const explain = (failure: unknown) =>
  serverTextOr(failure, ['error', 'detail', 'non_field_errors'], 'Failed to reset password. Please try again.')

export function ResetPasswordForm({ token, email, onDone }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: ResetPassword,
    initialValues: { token, new_password: '', new_password_confirm: '' },
    onSubmit: (values) => {
      setRefusal(null)
      send.mutate(values)
    },
  })
  const send = useCall(resetPassword, {
    explain: () => null,
    onFailed: (failure) => setRefusal(showServerErrors(failure) ? null : explain(failure)),
    onDone: () => {
      notify('success', 'Password has been reset successfully. You can now login with your new password.')
      onDone()
    },
  })

  return (
    <Stack gap="lg">
      <AccountHeading title="Set a new password">
        For the account of <b>{email}</b>. You will be signed out everywhere.
      </AccountHeading>
      <form {...formProps} aria-label="Set a new password">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Stack gap="md">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            description="8 characters or more, with upper case, lower case and a number."
            size="md"
            {...form.getInputProps('new_password')}
          />
          <PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            size="md"
            {...form.getInputProps('new_password_confirm')}
          />
          <FormFailure text={refusal} />
          <Button type="submit" size="md" loading={send.isPending}>
            Set password
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
