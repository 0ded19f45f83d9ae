import type { SessionStore } from '@trading-bot/engine/brokers/angel-one/session/session-store'
import type { Db } from '../../platform/db/client.ts'
import { sealedSessionStore } from './sealed-session.ts'

type Setup = { readonly db: Db; readonly key: Buffer; readonly onError: (error: unknown) => void }

/** Of one generation of the user's credentials: changed ones, and a cleared rejection, begin with a log-in. */
export function userSessionStore(
  { db, ...setup }: Setup,
  { userId, generation }: { readonly userId: string; readonly generation: string },
): SessionStore {
  return sealedSessionStore({
    ...setup,
    place: `${userId}/session/${generation}`,
    read: async () => {
      const found = db.selectFrom('credentials').select('session').where('user_id', '=', userId)
      return (await found.where('generation', '=', generation).executeTakeFirst())?.session ?? null
    },
    write: (session) =>
      db
        .updateTable('credentials')
        .set({ session })
        .where('user_id', '=', userId)
        .where('generation', '=', generation)
        .execute(),
  })
}
