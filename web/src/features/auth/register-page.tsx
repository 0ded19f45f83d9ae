import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { EXPERIENCE_LABELS, Register, register } from '@trading-bot/contract/rest/accounts/auth'
import { useState } from 'react'
import { authErrorText } from '../../lib/api/error-text.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { PasswordField } from '../../ui/controls/password-field.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { AccountHeading } from './account-heading.tsx'
import { AgreementNote } from './agreement-note.tsx'
import { FormFailure } from './form-failure.tsx'
import './verification-state.ts'

const EMPTY: Register = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  phone_number: '',
  trading_experience: 'beginner',
  password: '',
  password_confirm: '',
}
const EXPERIENCES = Object.entries(EXPERIENCE_LABELS).map(([value, label]) => ({ value, label }))
const explain = (failure: unknown) => authErrorText(failure, 'Registration failed. Please try again.')

export function RegisterPage() {
  const navigate = useNavigate()
  const router = useRouter()
  const [draft] = useState(() => router.state.location.state.draft)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { form, formProps, showServerErrors } = useSchemaForm<Register>({
    schema: Register,
    initialValues: { ...EMPTY, ...draft },
    onSubmit: (values) => {
      setRefusal(null)
      send.mutate(values)
    },
  })
  const send = useCall(register, {
    explain: () => null,
    onFailed: (failure) => setRefusal(showServerErrors(failure) ? null : explain(failure)),
    onDone: () => {
      const registration = form.getValues()
      const verification = { email: registration.email, registration, sentAtMs: Date.now() }
      void navigate({ to: '/verify-otp', state: { verification } })
    },
  })

  return (
    <Stack gap="lg">
      <AccountHeading title="Create your account">
        Already have one? <TextLink to="/login">Sign in</TextLink>
      </AccountHeading>
      <form {...formProps} aria-label="Create your account">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('first_name')} />
            <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('last_name')} />
            <TextInput
              label="Username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('username')}
            />
            <TextInput label="Phone number" type="tel" autoComplete="tel" {...form.getInputProps('phone_number')} />
          </SimpleGrid>
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            description="We send a 6-digit code to this address."
            {...form.getInputProps('email')}
          />
          <NativeSelect label="Trading experience" data={EXPERIENCES} {...form.getInputProps('trading_experience')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <PasswordField
              label="Password"
              autoComplete="new-password"
              description="8 characters or more, with upper case, lower case and a number."
              {...form.getInputProps('password')}
            />
            <PasswordField
              label="Confirm password"
              autoComplete="new-password"
              {...form.getInputProps('password_confirm')}
            />
          </SimpleGrid>
          <FormFailure text={refusal} />
          <Button type="submit" size="md" loading={send.isPending}>
            Create account
          </Button>
          <AgreementNote />
        </Stack>
      </form>
    </Stack>
  )
}
