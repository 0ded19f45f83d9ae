import { queryClient } from '../lib/query-client.ts'
import { session } from '../lib/session.ts'
import { router } from './router.ts'

/** Keeps the page true to the session: whoever is signed out, here or in another tab, leaves the guarded pages. */
export function followSession(): void {
  let status = session.read().status
  session.subscribe(() => {
    const before = status
    status = session.read().status
    if (before !== 'signed-in' || status !== 'signed-out') return
    queryClient.clear()
    void router.invalidate()
  })

  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== 'access_token' && key !== 'user') return
    const before = status
    session.follow()
    // Signed in elsewhere: the log-in page here has done its work.
    if (before === 'signed-out' && status === 'signed-in') void router.invalidate()
  })
}
