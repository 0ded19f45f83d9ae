import { queryClient } from '../lib/queries/query-client.ts'
import { session } from '../lib/session/session.ts'
import { router } from './router.ts'

/** Follows the session: a user who is signed out, here or in another tab, leaves the guarded pages. */
export function followSession(): void {
  let before = session.read()
  session.subscribe(() => {
    const was = before
    before = session.read()
    if (was.status !== 'signed-in') return
    if (before.status === 'signed-out') {
      queryClient.clear()
      void router.invalidate()
    }
    // Another user signed in from another tab, or an administrator lost the role: nothing of before stays on the screen.
    const isSame = before.status === 'signed-in' && before.user.id === was.user.id
    const hasLostRole = before.status === 'signed-in' && was.user.is_admin && !before.user.is_admin
    if (before.status === 'signed-in' && (!isSame || hasLostRole)) void queryClient.resetQueries()
  })

  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== 'access_token' && key !== 'user') return
    const wasSignedOut = before.status === 'signed-out'
    session.follow()
    // The user signed in from another tab, so this log-in page is no longer needed.
    if (wasSignedOut && before.status === 'signed-in') void router.invalidate()
  })
}
