import { notifyAdministrators } from '../../accounts/notifications/index.ts'
import type { Deps } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { hitThrottle } from '../../platform/security/throttle.ts'

const HOUR_MS = 3_600_000

/** The row exists and cannot be opened: a wrong key or a damaged seal. It says nothing about the credentials. */
export class UnreadableCredentials extends Error {
  readonly userId: string

  constructor(userId: string, cause: unknown) {
    super(UNREADABLE, { cause })
    this.userId = userId
  }
}

export const UNREADABLE = 'Your saved credentials could not be read; nothing was changed. We have been told.'

/** Alerts the operator, once an hour for each user, however often the row is tried. */
export async function reportUnreadable({ db, clock, config }: Deps, userId: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const once = { key: `unreadable-credentials:${userId}`, limit: 1, windowMs: HOUR_MS }
    if ((await hitThrottle(tx, once, now)) !== undefined) return
    const message = 'Saved broker credentials cannot be read: the key is wrong or the row is damaged'
    await recordLog(tx, now, { level: 'CRITICAL', category: 'security', message, userId })
    await notifyAdministrators(tx, config, now, {
      subject: 'Saved broker credentials cannot be read',
      text: `${message}. Check CREDENTIALS_KEY before anything else; the user cannot trade live until they open.\n\nUser: ${userId}`,
    })
  })
}
