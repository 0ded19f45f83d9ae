import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { LiveSubject } from './hosting-refusals.ts'

export type EmpanelmentRow = {
  readonly id: string
  readonly broker: 'angel_one'
  readonly provider_name: string
  readonly number: string
  readonly valid_until: Date
  readonly egress_address: string
  readonly entered_by: string | null
  readonly entered_at: Date
  readonly ended_at: Date | null
}

const MOST = 100

/** The one that counts first, then history. */
export async function listEmpanelments(
  db: Queryable,
  which: { currentOnly?: boolean } = {},
): Promise<EmpanelmentRow[]> {
  const { rows } = await sql<EmpanelmentRow>`
    select e.id, e.broker, e.provider_name, e.number, e.valid_until, host(e.egress_address) as egress_address,
      u.email as entered_by, e.entered_at, e.ended_at
    from provider_empanelments e left join users u on u.id = e.entered_by
    where ${which.currentOnly !== true} or e.ended_at is null
    order by e.ended_at desc nulls first, e.entered_at desc limit ${MOST}`.execute(db)
  return rows
}

export type ApprovalRow = Pick<EmpanelmentRow, 'id' | 'broker' | 'entered_by' | 'entered_at' | 'ended_at'> & {
  readonly logic_hash: string
  readonly versions: string[]
  readonly reference: string
  readonly approved_on: string
  readonly valid_until: Date | null
}

/** With a version, the one that counts for it; otherwise all, those that count first. */
export async function listApprovals(db: Queryable, version?: LiveSubject['version']): Promise<ApprovalRow[]> {
  const which = version
    ? sql`a.ended_at is null and a.logic_hash = (
        select logic_hash from bot_versions where bot_id = ${version.id} and number = ${version.version})`
    : sql`true`
  const { rows } = await sql<ApprovalRow>`
    select a.id, a.broker, a.logic_hash, a.reference, a.approved_on::text as approved_on, a.valid_until,
      u.email as entered_by, a.entered_at, a.ended_at,
      array(select b.name || ' v' || v.number from bot_versions v join bots b on b.id = v.bot_id
        where v.logic_hash = a.logic_hash order by b.name, v.number) as versions
    from broker_approvals a left join users u on u.id = a.entered_by
    where ${which}
    order by a.ended_at desc nulls first, a.entered_at desc limit ${MOST}`.execute(db)
  return rows
}

export type Documents = 'provider_empanelments' | 'broker_approvals'

/** Withdraws the one that counts: false if it is history already, null if there is none of that id. */
export async function endDocument(tx: Tx, table: Documents, id: string, now: Date): Promise<boolean | null> {
  const found = await tx.selectFrom(table).select('ended_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) return null
  if (found.ended_at !== null) return false
  await tx.updateTable(table).set({ ended_at: now }).where('id', '=', id).execute()
  return true
}

export async function findCurrentMode(db: Queryable) {
  return db.selectFrom('hosting_modes').select(['mode', 'since']).orderBy('number', 'desc').limit(1).executeTakeFirst()
}
