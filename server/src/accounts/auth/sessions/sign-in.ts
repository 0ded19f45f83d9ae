import { insertAuditLine } from '../../../platform/audit/record-audit.ts'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { forgiveThrottle } from '../../../platform/security/throttle.ts'
import { notifyByAccount } from '../../notifications/index.ts'
import { newDeviceNews } from '../account-news.ts'
import { hasSessionLike, rememberDevice } from '../devices/device-store.ts'
import type { UserRow } from '../profile/user-view.ts'
import { newSession, signTokens, type Tokens } from './open-session.ts'
import { insertSession, type NewSession } from './session-store.ts'

type Options = {
  readonly rememberMe: boolean
  readonly isKnownDevice: boolean
  /** The count of failures that this success clears. */
  readonly throttleKey: string
}

/** Opens a session for a user who has proven who they are; the owner hears of a device that was never seen before. */
export async function signIn(
  context: Context,
  user: UserRow,
  { rememberMe, isKnownDevice, throttleKey }: Options,
): Promise<Tokens & { readonly user: UserRow }> {
  const { db, origin } = context
  const session = newSession(context, user.id, rememberMe)
  const record = (on: Queryable) => recordSignIn(on, context, session, throttleKey)
  // The very first sign-in is no other device than the one before.
  const isNew = !isKnownDevice && user.last_login_at !== null && !(await hasSessionLike(db, user.id, origin))
  const fresh = isNew
    ? await db.transaction().execute(async (tx) => {
        await notifyNewDevice(tx, context, user.id)
        return record(tx)
      })
    : await record(db)
  return { ...(await signTokens(context, { sessionId: session.id, userId: user.id, generation: 0 })), user: fresh }
}

/** One statement is one transaction and one round trip to the database. */
async function recordSignIn(
  db: Queryable,
  context: Context,
  session: NewSession,
  throttleKey: string,
): Promise<UserRow> {
  const now = context.clock.now()
  const userId = session.user_id
  return db
    .with('forgiven', () => forgiveThrottle(db, throttleKey))
    .with('opened', () => insertSession(db, session, now))
    .with('remembered', () => rememberDevice(db, userId, context.origin, now))
    .with('audited', () =>
      insertAuditLine(db, context, { action: 'account.signed-in', subject: { kind: 'user', id: userId } }),
    )
    .updateTable('users')
    .set({ last_login_at: now, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function notifyNewDevice(tx: Queryable, { config, clock, origin }: Context, userId: string): Promise<void> {
  const at = clock.now()
  const news = newDeviceNews({ ...origin, at }, `${config.publicUrl}/profile`)
  await notifyByAccount(tx, config, at, { userId, ...news })
}
