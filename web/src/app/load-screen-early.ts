import { session } from '../lib/session/session.ts'
import { router } from './router.ts'

/**
 * Fetches the code of the screen in the address while the server confirms the session, not after it. A visitor without
 * a session is shown another screen, so nothing is fetched for them.
 */
export function loadScreenEarly(): void {
  if (session.read().status !== 'loading') return
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matched) {
    // A failure shows itself when the route is entered, with a way to try again.
    router.loadRouteChunk(route)?.catch(() => undefined)
  }
}
