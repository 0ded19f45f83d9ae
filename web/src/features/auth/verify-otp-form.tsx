import { Button, Group, PinInput, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Otp, resendOtp, verifyOtp } from '@trading-bot/contract/rest/accounts/auth'
import { type FormEvent, useRef, useState } from 'react'
import { ApiFailure } from '../../lib/api/api-failure.ts'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { focusFirst } from '../../lib/forms/focus-first.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { session } from '../../lib/session/session.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { BackIcon } from '../../ui/icons.ts'
import { AccountHeading } from './account-heading.tsx'
import { DemoMailLink } from './demo-mail-link.tsx'
import { FormFailure } from './form-failure.tsx'
import { useCountdown } from './use-countdown.ts'
import type { Verification } from './verification-state.ts'

const SERVER_WORDS = ['message', 'error', 'detail', 'non_field_errors', 'otp'] as const

export function VerifyOtpForm({ verification }: { verification: Verification }) {
  const { email, registration } = verification
  const navigate = useNavigate()
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sentAtMs, setSentAtMs] = useState(verification.sentAtMs)
  const left = useCountdown(sentAtMs)
  const form = useRef<HTMLFormElement>(null)

  const verify = useCall(verifyOtp, {
    explain: () => null,
    onFailed: (failure) => {
      setProblem(explainVerify(failure))
      if (!isRefused(failure)) return
      // A rejected code is cleared, so that the next one can be typed.
      setOtp('')
      focusFirst(form.current)
    },
    onDone: (answer) => {
      session.signIn(answer)
      notify('success', 'Email verified successfully! Welcome to Trading Bot!')
      // Replaces the entry that holds the registration, its password included.
      void navigate({ to: '/dashboard', replace: true })
    },
  })
  const resend = useCall(resendOtp, {
    explain: (failure) => serverTextOr(failure, SERVER_WORDS, 'Failed to resend OTP. Please try again.'),
    onDone: () => {
      const now = Date.now()
      setSentAtMs(now)
      setProblem(null)
      notify('success', 'OTP sent successfully! Please check your email.')
      void navigate({ to: '.', replace: true, state: { verification: { ...verification, sentAtMs: now } } })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const check = Otp.safeParse(otp)
    if (check.success) return verify.mutate({ email, otp, registration_data: registration })
    setProblem(check.error.issues[0]?.message ?? null)
    focusFirst(form.current)
  }

  function goBack() {
    const { password: _, password_confirm: __, ...draft } = registration
    void navigate({ to: '/register', replace: true, state: { draft } })
  }

  return (
    <Stack gap="lg">
      <AccountHeading title="Verify your email">
        Enter the 6-digit code we sent to <b>{email}</b>.
      </AccountHeading>
      <form ref={form} onSubmit={submit} noValidate aria-label="Verify your email">
        <Stack gap="md">
          <div ref={focusFirst}>
            <PinInput
              // Without a fixed id the boxes render twice and the second render loses the focus.
              id="otp"
              length={6}
              type="number"
              oneTimeCode
              size="lg"
              gap="xs"
              aria-label="One-time code"
              getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of 6` })}
              value={otp}
              error={problem !== null}
              onChange={(value) => {
                setOtp(value)
                setProblem(null)
              }}
            />
          </div>
          <Group justify="space-between" mih={30}>
            <Text size="sm" c="dimmed" role="timer">
              {left > 0 ? `The code expires in ${clock(left)}` : 'The code has expired.'}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={left > 0}
              loading={resend.isPending}
              onClick={() => resend.mutate({ email })}
            >
              Resend code
            </Button>
          </Group>
          <FormFailure text={problem} />
          <Button type="submit" size="md" loading={verify.isPending}>
            Verify email
          </Button>
          <Button variant="subtle" color="gray" leftSection={<BackIcon size={16} />} onClick={goBack}>
            Back to registration
          </Button>
        </Stack>
      </form>
      <DemoMailLink to={email} />
    </Stack>
  )
}

// Without a server message, a 400 means a wrong code; any other error is not the user's.
function explainVerify(failure: unknown): string {
  const fallback = isRefused(failure) ? 'Invalid OTP. Please try again.' : 'Failed to verify OTP. Please try again.'
  return serverTextOr(failure, SERVER_WORDS, fallback)
}

function isRefused(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 400
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
