import { dayNumberOf, indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import { type RawBuilder, sql } from 'kysely'

export type ReportFilter = {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly status?: string | undefined
  readonly user_email?: string | undefined
}

/** The conditions on `subscriptions`, and on `users` when the filter has an e-mail. */
export function conditionsOf({ start_date, end_date, status, user_email }: ReportFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (start_date) conditions.push(sql`subscriptions.created_at >= ${dayStart(start_date, 0)}`)
  if (end_date) conditions.push(sql`subscriptions.created_at < ${dayStart(end_date, 1)}`)
  if (status) conditions.push(sql`subscriptions.status = ${status}`)
  if (user_email) {
    const like = `%${user_email.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`subscriptions.user_id in (select id from users where lower(email) like ${like})`)
  }
  return sql.join(conditions, sql` and `)
}

function dayStart(day: string, daysLater: number): Date {
  return new Date(indiaDayStartMs(dayNumberOf(day) + daysLater))
}

/** The start of the current month in India. */
export function monthStart(now: Date): Date {
  const india = new Date(now.getTime() + 5.5 * 3_600_000)
  const firstDay = indiaDayNumber(now.getTime()) - (india.getUTCDate() - 1)
  return new Date(indiaDayStartMs(firstDay))
}
