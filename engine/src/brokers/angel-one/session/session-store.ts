import type { Session } from './log-in.ts'

/**
 * Where an account's session outlives the process, so that whoever takes the account over need not log in: a TOTP code
 * works once, and the next one is up to 30 seconds away.
 */
export type SessionStore = {
  /** Null as well when it cannot be read, because a log-in is always possible. */
  readonly load: () => Promise<Session | null>
  readonly save: (session: Session) => void
}

export const NO_SESSION_STORE: SessionStore = { load: async () => null, save: () => undefined }
