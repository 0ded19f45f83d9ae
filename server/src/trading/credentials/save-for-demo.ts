import type { Deps } from '../../platform/http/context.ts'
import { changeUnlessReplaced, findCredentials, recordUse, openColumns, saveSealed } from './credential-store.ts'
import { sealCredentials } from './sealed-credentials.ts'

/**
 * Saves and verifies the demo user's practice account the way every user does; does nothing if there are credentials.
 */
export async function saveForDemo({ db, clock, config, broker }: Deps, username: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  if (!user || !broker.openPracticeAccount || (await findCredentials(db, user.id))) return
  const now = clock.now()
  const credentials = await broker.openPracticeAccount(user.id)
  const row = await saveSealed(db, sealCredentials(config.sealKey, user.id, credentials), now)
  await recordUse(db, user.id, 'saved', 'ok', now)
  const { kind } = await broker.tryLogIn(credentials)
  await recordUse(db, user.id, 'verified', kind, now)
  if (kind === 'accepted') await changeUnlessReplaced(db, row, openColumns(now))
}
