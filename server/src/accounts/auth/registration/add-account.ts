import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import type { Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { currentNotices, recordConsents } from '../../consents/index.ts'
import { findTakenFields, insertUser } from '../profile/user-store.ts'
import type { UserRow } from '../profile/user-view.ts'

type Account = Pick<
  UserRow,
  'username' | 'email' | 'first_name' | 'last_name' | 'phone_number' | 'trading_experience' | 'is_admin' | 'is_demo'
> & { readonly password: string }

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'passwords'>

/**
 * Creates an account without a mailed code: the demo's, and the first administrator's. False if name or e-mail is
 * taken.
 */
export async function addAccount({ db, clock, config, passwords }: Needs, account: Account): Promise<boolean> {
  const { password, ...fields } = account
  if (await findTakenFields(db, account)) return false
  const now = clock.now()
  const row = { id: newId(now), ...fields, password_hash: await passwords.hash(password) }
  const user = await insertUser(db, row, now)
  if (user && account.is_demo) {
    const notices = await currentNotices(db, config)
    await recordConsents(db, { userId: user.id, keys: NOTICE_KEYS, notices, address: null, now })
  }
  return user !== undefined
}
