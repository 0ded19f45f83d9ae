import { sql } from 'kysely'
import type { Deps } from '../../platform/http/context.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { firstUnknownYear, unknownYearText } from './calendar-alerts.ts'
import { readStoredCalendar } from './calendar-store.ts'

/** Days before the year begins on which administrators are mailed, once each. */
const MAIL_DAYS = [60, 45, 30, 21, 14, 7, 3, 2, 1, 0]

/** Mails every administrator while the next year's calendar is unconfirmed, more often the closer it comes. */
export async function warnOfUnknownYear({ db, clock, config }: Deps): Promise<void> {
  const now = clock.now()
  const unknown = firstUnknownYear(await readStoredCalendar(db), now)
  const due = MAIL_DAYS.findLast((days) => unknown.daysLeft <= days)
  if (due === undefined) return
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('calendar_alerts')
      .values({ year: unknown.year, days_before: due, sent_at: now })
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) === 0) return
    const { rows } = await sql<{ email: string }>`
      select email from users where is_admin and status = 'active' order by email`.execute(tx)
    for (const { email } of rows) {
      await postMail(tx, config, now, {
        to: email,
        subject: `NSE’s holidays of ${unknown.year} are not confirmed`,
        text: `${unknownYearText(unknown)}\n\nImport the exchange’s list, or enter it and confirm the year:\n${config.publicUrl}/admin/calendar?year=${unknown.year}\n`,
      })
    }
  })
}
