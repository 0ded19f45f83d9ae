import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { validateResetToken } from '@trading-bot/contract/rest/accounts/auth'
import { useEffect, useState } from 'react'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { FullPageLoader } from '../../ui/feedback/full-page-loader.tsx'
import { AccountHeading } from './account-heading.tsx'
import { InvalidResetLink, ReloadedResetLink } from './invalid-reset-link.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The token was already removed from the address, so after a reload the page must explain what to do. */
    isResetLinkRead?: boolean
  }
}

export function ResetPasswordPage() {
  const token = useResetToken()
  const isReloaded = useLocation({ select: ({ state }) => state.isResetLinkRead === true })
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
  if (token === '' && isReloaded) return <ReloadedResetLink />
  if (token === '') return <InvalidResetLink reason="Invalid reset link. Please request a new password reset." />
  if (check.isPending) return <FullPageLoader />
  if (check.isError) {
    return <InvalidResetLink reason={serverTextOr(check.error, ['error'], 'Invalid or expired reset token')} />
  }
  return <ResetPasswordForm token={token} email={check.data.email} onDone={() => setDone(true)} />
}

/**
 * The token is removed from the address at once and kept in memory only, so that no history or copied URL contains
 * it.
 */
function useResetToken(): string {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const given = search['token']
  const inAddress = typeof given === 'string' || typeof given === 'number' ? String(given) : ''
  const [held, hold] = useState(inAddress)
  if (inAddress !== '' && inAddress !== held) hold(inAddress)
  const navigate = useNavigate()
  useEffect(() => {
    if (inAddress === '') return
    void navigate({ to: '/reset-password', search: {}, replace: true, state: { isResetLinkRead: true } })
  }, [inAddress, navigate])
  return held
}
