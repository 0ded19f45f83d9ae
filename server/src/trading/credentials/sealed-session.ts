import type { SessionStore } from '@trading-bot/engine/brokers/angel-one/session/session-store'
import { z } from 'zod'
import { seal, unseal } from '../../platform/security/seal.ts'

type Setup = {
  readonly key: Buffer
  /** Binds the seal to the account and its credentials: the session of others does not open. */
  readonly place: string
  readonly read: () => Promise<Buffer | null>
  readonly write: (sealed: Buffer) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

const StoredSession = z.strictObject({
  jwtToken: z.string(),
  refreshToken: z.string(),
  feedToken: z.string(),
  dayNumber: z.number().int(),
})

/** A broker's session in the database. What cannot be read or written costs a log-in, and nothing else. */
export function sealedSessionStore({ key, place, read, write, onError }: Setup): SessionStore {
  return {
    load: async () => {
      try {
        const sealed = await read()
        return sealed && StoredSession.parse(JSON.parse(unseal(key, place, sealed)))
      } catch (error) {
        onError(error)
        return null
      }
    },
    save: (session) => void write(seal(key, place, JSON.stringify(session))).catch(onError),
  }
}
