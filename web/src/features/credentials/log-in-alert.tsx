import { Alert } from '@mantine/core'
import type { CredentialStatus } from '@trading-bot/contract/rest/trading/credentials'
import { formatClock } from '../../lib/format.ts'

/** The broker's last log-in error and what happens next; renders nothing when log-ins succeed. */
export function LogInAlert({ saved }: { saved: CredentialStatus }) {
  const { state, reason, retry_at } = saved.log_in
  if (state === 'rejected') {
    return (
      <Alert color="yellow" variant="light" title="Angel One rejected your log-in">
        {reason} We don’t try again by ourselves, because a few wrong log-ins lock an account. Update your credentials
        below, or verify them now if they are right again.
      </Alert>
    )
  }
  if (state === 'retrying') {
    return (
      <Alert color="yellow" variant="light" title="Your bot can’t log in at the moment">
        {reason} {retry_at ? `We try again at ${formatClock(retry_at)}.` : 'We try again soon.'}
      </Alert>
    )
  }
  if (saved.last_error === null || saved.is_verified) return null
  return (
    <Alert color="yellow" variant="light" title="The broker said">
      {saved.last_error}
    </Alert>
  )
}

export function isLogInFailing({ log_in: { state } }: CredentialStatus): boolean {
  return state === 'rejected' || state === 'retrying'
}
