import { BulkAction, type BulkOperation, type listBulk as spec } from '@trading-bot/contract/rest/operations/bulk'
import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { BulkOperations } from '../../platform/db/tables.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'

export type OperationRow = Selectable<BulkOperations>
const SHOWN = 20

type NewOperation = {
  readonly id: string
  readonly action: BulkAction
  readonly days?: number | undefined
  readonly subject?: string | undefined
  readonly text?: string | undefined
  readonly reason: string
  readonly startedBy: string
  readonly users: readonly string[]
}

/** False if it was begun before. */
export async function insertOperation(tx: Tx, operation: NewOperation, now: Date): Promise<boolean> {
  const { id, action, reason, startedBy, users } = operation
  const isExtension = action === 'extend'
  const isMail = action === 'mail'
  const inserted = await tx
    .insertInto('bulk_operations')
    .values({
      id,
      action,
      reason,
      days: isExtension ? (operation.days ?? null) : null,
      subject: isMail ? (operation.subject ?? null) : null,
      text: isMail ? (operation.text ?? null) : null,
      started_by: startedBy,
      created_at: now,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  await sql`insert into bulk_targets (operation_id, user_id) select ${id}, unnest(${users}::uuid[])`.execute(tx)
  return true
}

export async function findOperation(db: Queryable, id: string): Promise<OperationRow | undefined> {
  return db.selectFrom('bulk_operations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listOpenTargets(db: Queryable, operationId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_targets')
    .select('user_id')
    .where('operation_id', '=', operationId)
    .where('done_at', 'is', null)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** False if it was done before. The row stays locked, so that another worker waits and sees it done. */
export async function takeTarget(tx: Tx, operationId: string, userId: string, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('bulk_targets')
    .set({ done_at: now })
    .where('operation_id', '=', operationId)
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function noteSkipped(tx: Tx, operationId: string, userId: string, skipped: string): Promise<void> {
  await tx
    .updateTable('bulk_targets')
    .set({ skipped })
    .where('operation_id', '=', operationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function finishOperation(db: Queryable, id: string, now: Date): Promise<void> {
  await db
    .updateTable('bulk_operations')
    .set({ done_at: now })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute()
}

type Listed = OperationRow & {
  email: string
  total: string
  done: string
  skipped_for: { reason: string; count: number }[]
}

export const listBulk: UseCase<typeof spec> = async ({ db }) => {
  const { rows } = await sql<Listed>`
    select o.*, users.email,
      (select count(*) from bulk_targets t where t.operation_id = o.id) as total,
      (select count(*) from bulk_targets t where t.operation_id = o.id and t.done_at is not null) as done,
      coalesce((
        select json_agg(json_build_object('reason', skipped, 'count', count) order by count desc, skipped) from (
          select skipped, count(*) as count from bulk_targets t
          where t.operation_id = o.id and skipped is not null group by skipped) as reasons), '[]') as skipped_for
    from (select * from bulk_operations order by created_at desc limit ${SHOWN}) as o
    join users on users.id = o.started_by order by o.created_at desc`.execute(db)
  return rows.map(viewOf)
}

function viewOf(row: Listed): BulkOperation {
  return {
    id: row.id,
    action: BulkAction.parse(row.action),
    days: row.days,
    subject: row.subject,
    reason: row.reason,
    started_by: row.email,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    total: Number(row.total),
    done: Number(row.done),
    skipped: row.skipped_for.reduce((sum, { count }) => sum + count, 0),
    skipped_for: row.skipped_for,
  }
}
