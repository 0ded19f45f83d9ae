import type { ScheduledRetentionKey } from '@trading-bot/contract/legal/retention'
import { sql } from 'kysely'
import type { DeletesBefore } from '../../platform/db/deletes-before.ts'
import { deleteThrottlesBefore } from '../../platform/security/throttle.ts'
import { deleteDevicesBefore } from './devices/device-store.ts'
import { deleteNoticesBefore } from './notices/notice-store.ts'
import { deleteChallengesBefore } from './passkeys/passkey-store.ts'

/** What the retention schedule deletes of this feature's tables. */
export const accountRetention = {
  registrations: async (db, before) => {
    const pending = await db.deleteFrom('pending_registrations').where('created_at', '<', before).executeTakeFirst()
    const codes = await db.deleteFrom('email_codes').where('expires_at', '<', before).executeTakeFirst()
    return pending.numDeletedRows + codes.numDeletedRows
  },
  'reset-links': async (db, before) =>
    (await db.deleteFrom('password_resets').where('expires_at', '<', before).executeTakeFirst()).numDeletedRows,
  'sign-in-limits': async (db, before) =>
    (await deleteThrottlesBefore(db, before)) + (await deleteChallengesBefore(db, before)),
  devices: deleteDevicesBefore,
  // A session that was never signed out ended when it expired.
  sessions: async (db, before) => {
    const isOver = sql<boolean>`coalesce(ended_at, expires_at) < ${before}`
    return (await db.deleteFrom('sessions').where(isOver).executeTakeFirst()).numDeletedRows
  },
  'security-notices': deleteNoticesBefore,
} satisfies Partial<Record<ScheduledRetentionKey, DeletesBefore>>
