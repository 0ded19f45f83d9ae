import type { exportUsers as spec } from '@trading-bot/contract/rest/accounts/users'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { csvOf } from '@trading-bot/core/csv-of'
import { sql } from 'kysely'
import { heldPriceSql, isValidSql } from '../../billing/subscriptions/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { conditionsOf, countUsers } from './user-store.ts'

const MOST_ROWS = 100_000
const TITLES = [
  'id',
  'username',
  'email',
  'name',
  'phone',
  'state',
  'role',
  'joined',
  'last_login',
  'plan',
  'price_a_month',
  'plan_until',
  'renews',
] as const

/** An export contains personal data: the audit line records who took which part. */
export const exportUsers: UseCase<typeof spec> = async (context, filter) => {
  const { db, clock } = context
  const now = clock.now()
  const { matching } = await countUsers(db, filter, now)
  if (matching > MOST_ROWS) {
    const values = { count: matching.toLocaleString('en-IN'), limit: MOST_ROWS.toLocaleString('en-IN') }
    return refuse('TOO_MANY_USERS', { values })
  }
  const { rows } = await sql<Record<(typeof TITLES)[number], string | number | Date | null>>`
    select users.id, users.username, users.email, users.first_name || ' ' || users.last_name as name,
      users.phone_number as phone, users.status as state, case when users.is_admin then 'admin' else 'user' end as role,
      users.created_at as joined, users.last_login_at as last_login, coalesce(plans.name, bot_plans.name) as plan,
      (coalesce(${heldPriceSql(sql.ref('s.id'))}, plans.price_paise, bot_plans.price_paise) / 100.0)::float8 as price_a_month,
      s.end_at as plan_until, case when s.auto_renew then 'yes' when s.id is not null then 'no' end as renews
    from users left join subscriptions s on s.user_id = users.id and ${isValidSql(now)}
    left join plans on plans.id = s.plan_id left join bot_plans on bot_plans.id = s.bot_plan_id
    where ${conditionsOf(filter, now)} order by users.created_at desc, users.id desc`.execute(db)
  await recordAudit(db, context, {
    action: 'users.exported',
    subject: { kind: 'users', id: 'all' },
    after: { ...filter, rows: rows.length },
  })
  const cells = rows.map((row) => TITLES.map((title) => textOf(row[title])))
  return new TextEncoder().encode(csvOf([[...TITLES], ...cells]))
}

function textOf(value: string | number | Date | null): string | number | null {
  return value instanceof Date ? value.toISOString() : value
}
