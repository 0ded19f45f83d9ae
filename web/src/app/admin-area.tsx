import { Outlet } from '@tanstack/react-router'
import { useSession } from '../lib/session/session.ts'
import { AccessDenied } from './access-denied.tsx'

/** The guard looks once, on the way in; this keeps looking, should the user lose the right while the page is open. */
export function AdminArea() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  return state.user.is_admin ? <Outlet /> : <AccessDenied />
}
