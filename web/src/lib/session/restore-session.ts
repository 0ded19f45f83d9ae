import { readProfile } from '@trading-bot/contract/rest/auth'
import { api } from '../api/api.ts'
import { session } from './session.ts'

// Long enough for a slow line, short enough not to be taken for a hang.
const TIMEOUT_MS = 5_000

/** Start-up: the stored user, confirmed by the server where it answers. */
export async function restoreSession(): Promise<void> {
  const stored = session.restore()
  if (!stored) return
  try {
    session.updateUser(await api(readProfile, {}, { timeoutMs: TIMEOUT_MS }))
  } catch {
    // Signed out by a dead session: stay so. No answer: the stored user is the fallback.
    if (session.read().status === 'loading') session.updateUser(stored)
  }
}
