import { useSyncExternalStore } from 'react'
import { createSessionStore, type SessionState } from './session-store.ts'

/** The one session of this page. */
export const session = createSessionStore(window.localStorage)

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.read)
}
