import type { Db } from '../../platform/db/client.ts'
import { forgetOldThrottles } from '../../platform/security/throttle.ts'
import { tidyDevices } from './devices/device-store.ts'
import { tidyChallenges } from './passkeys/passkey-store.ts'

const DAY_MS = 86_400_000

/** Deletes what is no longer needed: expired throttles, devices not seen for long, unfinished registrations, expired reset links. */
export async function tidyAccounts(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  await forgetOldThrottles(db, now)
  await tidyDevices(db, now)
  await tidyChallenges(db, now)
  await db.deleteFrom('pending_registrations').where('created_at', '<', yesterday).execute()
  await db.deleteFrom('email_codes').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', yesterday).execute()
}
