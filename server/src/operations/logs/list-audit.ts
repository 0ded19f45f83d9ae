import type { CallInput } from '@trading-bot/contract/rest/call'
import type { AuditLine, listAudit as spec } from '@trading-bot/contract/rest/operations/logs'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readAuditNames } from './read-audit-names.ts'
import { likeOf, peopleSql, withinDays } from './record-filter.ts'

type Row = {
  id: string
  at: Date
  action: string
  actor_id: string | null
  email: string | null
  subject_kind: string
  subject_id: string
  before: unknown
  after: unknown
  address: string | null
}

export const listAudit: UseCase<typeof spec> = async ({ db }, { limit, ...filter }) =>
  selectLines(db, conditionsOf(filter), limit)

/** The newest audit lines of what one user did, and of what was done to them and theirs. */
export async function listAuditOf(db: Queryable, userId: string, limit: number): Promise<AuditLine[]> {
  return selectLines(db, [aboutPeople(sql`select id from users where id = ${userId}`)], limit)
}

async function selectLines(db: Queryable, conditions: RawBuilder<unknown>[], limit: number): Promise<AuditLine[]> {
  const { rows } = await sql<Row>`
    select l.id, l.at, l.action, l.actor_id, users.email, l.subject_kind, l.subject_id, l.before, l.after, l.address
    from audit_lines l left join users on users.id = l.actor_id
    where ${sql.join(conditions, sql` and `)}
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  const names = await readAuditNames(db, rows)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor_id && row.email ? { id: row.actor_id, email: row.email } : null,
    subject: { kind: row.subject_kind, id: row.subject_id },
    before: row.before,
    after: row.after,
    names: names(row),
    address: row.address,
  }))
}

type Filter = Omit<CallInput<typeof spec>, 'limit'>

function conditionsOf(filter: Filter): RawBuilder<unknown>[] {
  const { before, actor_id, subject_kind, subject_id, person, search } = filter
  const conditions: RawBuilder<unknown>[] = [sql`true`, ...withinDays(sql`l.at`, filter)]
  if (actor_id) conditions.push(sql`l.actor_id = ${actor_id}`)
  if (subject_kind) conditions.push(sql`l.subject_kind = ${subject_kind}`)
  if (subject_id) conditions.push(sql`l.subject_id = ${subject_id}`)
  if (person) conditions.push(aboutPeople(peopleSql(person)))
  if (search) {
    const like = likeOf(search)
    conditions.push(
      sql`(l.action like ${like} or lower(l.after::text) like ${like} or lower(l.before::text) like ${like})`,
    )
  }
  if (before) conditions.push(sql`(l.at, l.id) < (select at, id from audit_lines where id = ${before})`)
  return conditions
}

/** What somebody did, and what was done to them, their bots, payments or subscriptions. */
function aboutPeople(people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`l.id in (
    with people as materialized (${people}), subjects as materialized (
      select 'user' as kind, id from people
      union all select 'user-bot', b.id from user_bots b join people on people.id = b.user_id
      union all select 'payment', p.id from payments p join people on people.id = p.user_id
      union all select 'subscription', s.id from subscriptions s join people on people.id = s.user_id
    )
    select a.id from audit_lines a join people on people.id = a.actor_id
    union select a.id from audit_lines a join subjects s on a.subject_kind = s.kind and a.subject_id = s.id::text)`
}
