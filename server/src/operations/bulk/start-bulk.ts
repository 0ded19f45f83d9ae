import type { UserFilter } from '@trading-bot/contract/rest/accounts/users'
import type { BulkAction, previewBulk as preview, startBulk as spec } from '@trading-bot/contract/rest/operations/bulk'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { type RawBuilder, sql } from 'kysely'
import { isValidSql } from '../../billing/subscriptions/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { isCurrentSql } from '../../trading/bot-instances/index.ts'
import { conditionsOf } from '../users/index.ts'
import { findOperation, insertOperation } from './bulk-store.ts'

const SAMPLE = 5

export const previewBulk: UseCase<typeof preview> = async ({ db, clock }, { action, audience }) => {
  const now = clock.now()
  const reached = reachedSql(action, audience, now)
  const { rows } = await sql<{ matching: string; reached: string }>`
    select (select count(*) from users where ${conditionsOf(audience, now)}) as matching,
      (select count(*) from users where ${reached}) as reached`.execute(db)
  const { rows: sample } = await sql<{ id: string; username: string }>`
    select id, username from users where ${reached} order by created_at desc, id desc limit ${SAMPLE}`.execute(db)
  return { matching: Number(rows[0]?.matching ?? 0), reached: Number(rows[0]?.reached ?? 0), sample }
}

/** Whom it means is written down now: nobody comes in later, and nobody is done twice. */
export const startBulk: UseCase<typeof spec> = async (context, { audience, count, ...operation }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const { action, id, reason } = operation
    const { rows } = await sql<{ id: string }>`
      select id from users where ${reachedSql(action, audience, now)} order by id`.execute(tx)
    if (await findOperation(tx, id)) return { message: 'It has begun already.' }
    if (rows.length !== count)
      return refuse('COUNT_CHANGED', { values: { count: rows.length.toLocaleString('en-IN') } })
    const users = rows.map((row) => row.id)
    const isNew = await insertOperation(tx, { ...operation, startedBy: actor.userId, users }, now)
    const message = `Begun for ${rows.length.toLocaleString('en-IN')} ${rows.length === 1 ? 'user' : 'users'}.`
    if (!isNew) return { message }
    await recordAudit(tx, context, {
      action: 'bulk.started',
      subject: { kind: 'bulk', id },
      after: { action, days: operation.days, subject: operation.subject, reason, users: count, audience },
    })
    await addJob(tx, 'run_bulk', { operationId: id }, `bulk:${id}`)
    return { message }
  })
}

/** Those among the matching that it can be done to. */
function reachedSql(action: BulkAction, audience: UserFilter, now: Date): RawBuilder<unknown> {
  return sql`(${conditionsOf(audience, now)}) and users.status <> 'closed' and ${CAN[action](now)}`
}

const CAN: Readonly<Record<BulkAction, (now: Date) => RawBuilder<unknown>>> = {
  extend: (now) => sql`exists (select from subscriptions s where s.user_id = users.id and ${isValidSql(now)})`,
  mail: () => sql`true`,
  restart: (now) => sql`exists (
    select from user_bots b join subscriptions s on s.id = b.subscription_id
    where b.user_id = users.id and b.status = 'error' and b.archived_at is null and ${isCurrentSql(now)})`,
}
