import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { AuthenticateAgain, authenticateAgain } from '@trading-bot/contract/rest/accounts/security'
import { useEffect } from 'react'
import { useSchemaForm } from '../lib/forms/use-schema-form.ts'
import { useCall } from '../lib/queries/use-call.ts'
import { answerRecentAuth, useRecentAuthAsked } from '../lib/session/recent-auth.ts'
import { useSession } from '../lib/session/session.ts'
import { PasswordField } from '../ui/controls/password-field.tsx'
import { ConfirmWithPasskey } from './confirm-with-passkey.tsx'

// Above the dialog whose call it interrupts.
const ABOVE_DIALOGS = 300

/** Asks the user to confirm their identity when a call needs recent authentication. */
export function RecentAuthDialog() {
  const isAsked = useRecentAuthAsked()
  const state = useSession()
  const isSignedIn = state.status === 'signed-in'
  useEffect(() => {
    if (isAsked && !isSignedIn) answerRecentAuth(false)
  }, [isAsked, isSignedIn])
  if (!isAsked || !isSignedIn) return null
  return (
    <Modal opened onClose={() => answerRecentAuth(false)} title="Confirm that it is you" zIndex={ABOVE_DIALOGS}>
      <RecentAuthForm asksCode={state.user.second_factor} />
    </Modal>
  )
}

function RecentAuthForm({ asksCode }: { asksCode: boolean }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: AuthenticateAgain,
    initialValues: { password: '', otp: '' },
    fieldOfCode: { WRONG_SECOND_FACTOR: 'otp' },
    onSubmit: ({ password, otp }) => confirm.mutate(asksCode ? { password, otp } : { password }),
  })
  const confirm = useCall(authenticateAgain, {
    onFailed: showServerErrors,
    onDone: () => answerRecentAuth(true),
  })
  return (
    <form {...formProps} aria-label="Confirm that it is you">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          You signed in a while ago. Confirm your identity for this action; we will not ask again for ten minutes.
        </Text>
        <ConfirmWithPasskey />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        {asksCode && (
          <TextInput
            label="Code from the app, or a recovery code"
            autoComplete="one-time-code"
            {...form.getInputProps('otp')}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answerRecentAuth(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
