import { type Insertable, type Selectable, sql } from 'kysely'
import { anyOf, batchStatements, rowFor } from '../../platform/db/batch-statements.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { RenewalAttempts } from '../../platform/db/tables.ts'
import { updateEach } from '../../platform/db/update-each.ts'
import { groupBy } from '../../platform/group-by.ts'
import { planNext } from './renewal-store.ts'

export type AttemptRow = Selectable<RenewalAttempts>

const idOf = ({ id }: { readonly id: string }) => id

export const listAttempts = batchStatements(async (db, renewalIds: readonly string[]) => {
  const query = db.selectFrom('renewal_attempts').selectAll().where('renewal_id', '=', anyOf(renewalIds))
  const byRenewal = groupBy(await query.orderBy('number').execute(), ({ renewal_id }) => renewal_id)
  return renewalIds.map((id) => byRenewal.get(id) ?? [])
})

export const insertAttempt = batchStatements(async (tx, attempts: readonly Insertable<RenewalAttempts>[]) => {
  const rows = await tx.insertInto('renewal_attempts').values(attempts).returningAll().execute()
  return rowFor(attempts.map(idOf), rows, idOf) as AttemptRow[]
})

type AttemptState = 'recorded' | 'ordered' | 'notified' | 'debiting' | 'captured' | 'failed' | 'ended'
type AttemptFacts = Partial<
  Pick<
    AttemptRow,
    | 'notice_id'
    | 'notified_at'
    | 'debit_at'
    | 'debit_asked_at'
    | 'provider_payment_id'
    | 'error_reason'
    | 'failure'
    | 'closed_at'
  >
>

/** False if it was in none of the former states: somebody else has moved it. */
export async function moveAttempt(
  db: Queryable,
  id: string,
  from: readonly AttemptState[],
  to: AttemptState,
  facts: AttemptFacts = {},
): Promise<boolean> {
  return updateAttempt(db, { id, from, change: { state: to, ...facts } })
}

type Move = { readonly id: string; readonly from: readonly AttemptState[]; readonly change: Partial<AttemptRow> }

const updateAttempt = batchStatements(async (db, moves: readonly Move[]) => {
  const moved: AttemptRow[] = []
  for (const alike of groupBy(moves, ({ from }) => from.join()).values()) {
    const condition = sql`t.state = any(${alike[0]!.from}::text[])`
    moved.push(...(await updateEach<AttemptRow>(db, 'renewal_attempts', alike, condition)))
  }
  return rowFor(moves.map(idOf), moved, idOf).map((row) => row !== undefined)
})

/** The same with the time of the next look; false too if the renewal is no longer open. */
export async function moveAttemptAndPlan(
  tx: Tx,
  { id, renewal_id }: Pick<AttemptRow, 'id' | 'renewal_id'>,
  from: readonly AttemptState[],
  to: AttemptState,
  { nextAt, ...facts }: AttemptFacts & { readonly nextAt: Date },
): Promise<boolean> {
  return (await moveAttempt(tx, id, from, to, facts)) && planNext(tx, renewal_id, nextAt)
}
