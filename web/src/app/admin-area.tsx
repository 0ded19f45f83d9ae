import { Outlet } from '@tanstack/react-router'
import { useSession } from '../lib/session/session.ts'
import { AccessDenied } from './access-denied.tsx'

/** The guard checks only on entry; this also covers a user who loses the admin role while the page is open. */
export function AdminArea() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  return state.user.is_admin ? <Outlet /> : <AccessDenied />
}
