import { Button, Stack, TextInput } from '@mantine/core'
import { ForgotPassword, forgotPassword } from '@trading-bot/contract/rest/accounts/auth'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { AccountHeading } from './account-heading.tsx'
import { DemoMailLink } from './demo-mail-link.tsx'
import { FormFailure } from './form-failure.tsx'

const SENT = 'Password reset instructions have been sent to your email.'
const explain = (failure: unknown) =>
  serverTextOr(
    failure,
    ['error', 'detail', 'non_field_errors', 'email'],
    'Failed to send password reset email. Please try again.',
  )

export function ForgotPasswordPage() {
  const { form, formProps } = useSchemaForm({
    schema: ForgotPassword,
    initialValues: { email: '' },
    onSubmit: (values) => send.mutate(values),
  })
  const send = useCall(forgotPassword, { explain: () => null, onDone: () => notify('success', SENT) })

  if (send.isSuccess) {
    return (
      <Stack gap="lg">
        <AccountHeading title="Check your email">
          {SENT} The link in it works once, for 24 hours. We sent it to <b>{form.values.email}</b>, if there is an
          account with this address.
        </AccountHeading>
        <DemoMailLink to={form.values.email} />
        <Button variant="default" onClick={() => send.reset()}>
          Try again
        </Button>
        <TextLink to="/login" size="sm" ta="center">
          Back to sign in
        </TextLink>
      </Stack>
    )
  }
  return (
    <Stack gap="lg">
      <AccountHeading title="Forgot your password?">
        Tell us your email and we send you a link to set a new one.
      </AccountHeading>
      <form {...formProps} aria-label="Forgot your password?">
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="email" size="md" {...form.getInputProps('email')} />
          <FormFailure text={send.error ? explain(send.error) : null} />
          <Button type="submit" size="md" loading={send.isPending}>
            Send reset link
          </Button>
        </Stack>
      </form>
      <TextLink to="/login" size="sm" ta="center">
        Back to sign in
      </TextLink>
    </Stack>
  )
}
