import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { SheetHours } from './white-box-sheet.ts'

/** NSE's hours that hold at this moment. */
export async function readHours(db: Queryable, now: Date): Promise<SheetHours> {
  const { rows } = await sql<SheetHours>`
    select opens_at, closes_at, entries_until, square_off_at from session_hours
    where from_day <= (${now}::timestamptz at time zone 'Asia/Kolkata')::date
    order by from_day desc limit 1`.execute(db)
  const [hours] = rows
  if (!hours) throw new Error('the calendar has no hours')
  return hours
}
