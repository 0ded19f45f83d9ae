import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { api } from '../api/api.ts'
import { session } from './session.ts'

// Long enough for a slow connection, short enough not to look like a hang.
const TIMEOUT_MS = 5_000

/** Restores the stored user at start-up and confirms it with the server. */
export async function restoreSession(): Promise<void> {
  const stored = session.restore()
  if (!stored) return
  try {
    session.updateUser(await api(readProfile, {}, { timeoutMs: TIMEOUT_MS }))
  } catch {
    // If the session has ended, stay signed out; if the server did not answer, fall back to the stored user.
    if (session.read().status === 'loading') session.updateUser(stored)
  }
}
