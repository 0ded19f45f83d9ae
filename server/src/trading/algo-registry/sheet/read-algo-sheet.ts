import type { readAlgoSheet as spec } from '@trading-bot/contract/rest/trading/algos'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findVersionLogic } from '../../strategies/index.ts'
import { drawSheet } from './draw-sheet.ts'
import { type SheetHours, whiteBoxSheet } from './white-box-sheet.ts'

export const readAlgoSheet: UseCase<typeof spec> = async ({ db, clock }, { logic_hash }) => {
  const logic = await findVersionLogic(db, logic_hash)
  if (!logic) return refuse('ALGO_HASH_UNKNOWN')
  const now = clock.now()
  const { rows } = await sql<SheetHours>`
    select opens_at, closes_at, entries_until, square_off_at from session_hours
    where from_day <= (${now}::timestamptz at time zone 'Asia/Kolkata')::date
    order by from_day desc limit 1`.execute(db)
  const [hours] = rows
  if (!hours) throw new Error('the calendar has no hours')
  return drawSheet(whiteBoxSheet(logic, logic_hash, hours), now)
}
