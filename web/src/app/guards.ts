// Who may see a page. Guards only redirect; the server decides what a user may do.
import { redirect } from '@tanstack/react-router'
import type { SessionState } from '../lib/session/session-store.ts'
import { session } from '../lib/session/session.ts'

type Guard = 'public-only' | 'user-only' | 'signed-in' | 'admin-only'
type RedirectPath = '/login' | '/admin' | '/pricing' | '/dashboard' | '/profile'

/** The path a visitor is redirected to, or null when the page may be shown. */
export function redirectFor(guard: Guard, state: SessionState): RedirectPath | null {
  const user = state.status === 'signed-in' ? state.user : null
  if (guard === 'public-only') {
    if (!user) return null
    return user.is_admin ? '/admin' : '/pricing'
  }
  if (!user) return '/login'
  if (guard === 'user-only') return user.is_admin ? '/admin' : null
  if (guard === 'signed-in') return null
  if (!user.is_admin) return '/dashboard'
  return user.must_enrol ? '/profile' : null
}

export function guardedBy(guard: Guard): () => void {
  return () => {
    const target = redirectFor(guard, session.read())
    if (target) redirect({ to: target, replace: true, throw: true })
  }
}
