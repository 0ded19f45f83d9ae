import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { SheetAcceptances } from '../../../platform/db/tables.ts'

/** False if the user has accepted what this version does before. */
export async function insertAcceptance(db: Queryable, row: Insertable<SheetAcceptances>): Promise<boolean> {
  const inserted = await db
    .insertInto('sheet_acceptances')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type SheetState = {
  readonly logic_hash: string | null
  readonly is_accepted: boolean
  /** Registered as a black box without its analyst's registration or the day of the report. */
  readonly is_unaccounted: boolean
  /** A program that is registered neither as white nor as black box: its sheet says nothing yet. */
  readonly is_undecided: boolean
}

/** As the database decides about entries: see sheet_accepted and box_accounted_for. */
export async function readSheetState(
  db: Queryable,
  userId: string,
  version: { readonly id: string; readonly version: number },
): Promise<SheetState> {
  const { rows } = await sql<SheetState>`
    select v.logic_hash, sheet_accepted(${userId}, v.bot_id, v.number) as is_accepted,
      exists (select from algo_registrations a where a.logic_hash = v.logic_hash and a.state = 'registered')
        and not box_accounted_for(v.bot_id, v.number) as is_unaccounted,
      v.runs_as = 'python' and not exists (
        select from algo_registrations a where a.logic_hash = v.logic_hash and a.state <> 'withdrawn') as is_undecided
    from bot_versions v where v.bot_id = ${version.id} and v.number = ${version.version}`.execute(db)
  return rows[0] ?? { logic_hash: null, is_accepted: false, is_unaccounted: false, is_undecided: false }
}
