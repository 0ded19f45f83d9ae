import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { CloseAccount, closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'

/** Closes the account permanently, after the confirmation word and the password were typed. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const state = useSession()
  const hasFactor = state.status === 'signed-in' && state.user.second_factor
  const [refusal, setRefusal] = useState<string | null>(null)
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: CloseAccount,
    initialValues: { confirm: '', password: '', otp: '' },
    onSubmit: ({ otp, ...values }) => close.mutate({ ...values, ...(otp && { otp }) }),
    fieldOfCode: { WRONG_SECOND_FACTOR: 'otp' },
  })
  const close = useCall(closeAccount, {
    explain: () => null,
    onFailed: (failure) => setRefusal(showServerErrors(failure) ? null : errorText(failure)),
    onDone: ({ message }) => {
      notify('success', message)
      session.end()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Close account">
      <form {...formProps} aria-label="Close account">
        <Stack gap="md">
          <Text size="sm">
            Your plan ends at once and what is unused of it is refunded. Your name, e-mail address, phone number, broker
            credentials, devices and network addresses are erased. Invoices (8 years) and order records (5 years) stay
            without your name, as the law requires. We confirm it by mail. This cannot be undone.
          </Text>
          {refusal !== null && (
            <Alert color="yellow" variant="light" title="The account was not closed">
              {refusal}
            </Alert>
          )}
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          {hasFactor && (
            <TextInput
              label="Authenticator code"
              inputMode="numeric"
              autoComplete="one-time-code"
              {...form.getInputProps('otp')}
            />
          )}
          <TextInput label="Type CLOSE to confirm" autoComplete="off" {...form.getInputProps('confirm')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep my account
            </Button>
            <Button type="submit" color="red" loading={close.isPending}>
              Close account
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
