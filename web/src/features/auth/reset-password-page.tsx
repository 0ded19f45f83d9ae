import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { validateResetToken } from '@trading-bot/contract/rest/auth'
import { useState } from 'react'
import { serverTextOr } from '../../lib/error-text.ts'
import { queryOf } from '../../lib/query-of.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FullPageLoader } from '../../ui/full-page-loader.tsx'
import { AccountHeading } from './account-heading.tsx'
import { InvalidResetLink } from './invalid-reset-link.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

export function ResetPasswordPage() {
  const token = useResetToken()
  const check = useQuery({
    ...queryOf(validateResetToken, { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [isDone, setDone] = useState(false)

  if (isDone) {
    return (
      <Stack gap="lg">
        <AccountHeading title="Password changed">
          Password has been reset successfully. You can now login with your new password.
        </AccountHeading>
        <ButtonLink to="/login" size="md">
          Go to sign in
        </ButtonLink>
      </Stack>
    )
  }
  if (token === '') return <InvalidResetLink reason="Invalid reset link. Please request a new password reset." />
  if (check.isPending) return <FullPageLoader />
  if (check.isError) {
    return <InvalidResetLink reason={serverTextOr(check.error, ['error'], 'Invalid or expired reset token')} />
  }
  return <ResetPasswordForm token={token} email={check.data.email} onDone={() => setDone(true)} />
}

function useResetToken(): string {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const token = search['token']
  return typeof token === 'string' || typeof token === 'number' ? String(token) : ''
}
