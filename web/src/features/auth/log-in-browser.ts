import { logIn, type User } from '@trading-bot/contract/rest/accounts/auth'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { ApiFailure } from '../../lib/api/api-failure.ts'
import { api } from '../../lib/api/api.ts'
import { authErrorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { session } from '../../lib/session/session.ts'

type Outcome = { kind: 'signed-in'; user: User } | { kind: 'needs-code' } | { kind: 'refused' }

/** Logs in, updates the session and notifies the user of the result. */
export async function logInBrowser(values: CallRequest<typeof logIn>): Promise<Outcome> {
  session.begin()
  try {
    const answer = await api(logIn, values)
    session.signIn(answer)
    notify('success', 'Login successful!', { durationMs: 3_000 })
    return { kind: 'signed-in', user: answer.user }
  } catch (failure) {
    // Not an error: the password was correct, and the form now asks for the second factor.
    if (failure instanceof ApiFailure && failure.body['code'] === 'SECOND_FACTOR') {
      session.fail(null)
      return { kind: 'needs-code' }
    }
    const text = authErrorText(failure, 'Login failed. Please try again.')
    session.fail(text)
    notify('error', text, { durationMs: 6_000 })
    return { kind: 'refused' }
  }
}
