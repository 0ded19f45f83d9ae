import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { LogIn, type User } from '@trading-bot/contract/rest/accounts/auth'
import { useEffect, useState } from 'react'
import { focusFirst } from '../../lib/forms/focus-first.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { AccountHeading } from './account-heading.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'
import { FormFailure } from './form-failure.tsx'
import { logInBrowser } from './log-in-browser.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

const EMPTY = { username: '', password: '', remember_me: false, otp: '' }

export function LoginPage() {
  const state = useSession()
  const navigate = useNavigate()
  const [needsCode, setNeedsCode] = useState(false)
  const { form, formProps } = useSchemaForm({
    schema: LogIn,
    initialValues: EMPTY,
    onSubmit: ({ otp, ...values }) => void submit(needsCode ? { ...values, otp } : values),
    onInvalid: (text) => notify('error', text, { durationMs: 4_000 }),
  })
  // An error of an earlier visit to this page must not be shown again.
  useEffect(() => {
    const now = session.read()
    if (now.status === 'signed-out' && now.error !== null) session.fail(null)
  }, [])

  const enter = (user: User) => navigate({ to: user.is_admin ? '/admin' : '/dashboard' })

  async function submit(values: Parameters<typeof logInBrowser>[0]) {
    const outcome = await logInBrowser(values)
    if (outcome.kind === 'signed-in') await enter(outcome.user)
    if (outcome.kind === 'needs-code') setNeedsCode(true)
  }

  return (
    <Stack gap="lg">
      <AccountHeading title="Sign in">
        New to Trading Bot? <TextLink to="/register">Create an account</TextLink>
      </AccountHeading>
      {state.status === 'signed-out' && state.notice !== null && (
        <Alert color="yellow" variant="light" p="sm" role="note">
          {state.notice}
        </Alert>
      )}
      <form {...formProps} aria-label="Sign in">
        <Stack gap="md">
          <TextInput
            label="Username or email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            {...form.getInputProps('username')}
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            size="md"
            {...form.getInputProps('password')}
          />
          {needsCode && (
            <div ref={focusFirst}>
              <TextInput
                label="Authentication code"
                description="Enter the code from your authenticator app, or one of your recovery codes."
                autoComplete="one-time-code"
                size="md"
                {...form.getInputProps('otp')}
              />
            </div>
          )}
          <Group justify="space-between">
            <Checkbox label="Remember me" {...form.getInputProps('remember_me', { type: 'checkbox' })} />
            <TextLink to="/forgot-password" size="sm">
              Forgot password?
            </TextLink>
          </Group>
          <FormFailure text={state.status === 'signed-out' ? state.error : null} />
          <Button type="submit" size="md" loading={state.status === 'loading'}>
            Sign in
          </Button>
          <PasskeySignIn isRemembered={form.getValues().remember_me} onSignedIn={(user) => void enter(user)} />
        </Stack>
      </form>
      <DemoSignIns onUse={(signIn) => form.setValues(signIn)} />
    </Stack>
  )
}
