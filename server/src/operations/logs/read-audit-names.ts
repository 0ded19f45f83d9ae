import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

type Line = { readonly subject_id: string; readonly before: unknown; readonly after: unknown }

/** Values of audit lines that refer to other rows. */
const REFERENCES = ['strategy_id', 'plan_id', 'bot_plan_id', 'subject_id', 'user_bot_id'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The names of whatever the lines mention, read in one statement for all of them. */
export async function readAuditNames(db: Queryable, lines: readonly Line[]) {
  const ids = [...new Set(lines.flatMap(idsOf))]
  const { rows } = await sql<{ id: string; name: string }>`
    select id, email as name from users where id = any(${ids}::uuid[])
    union all
    select b.id, b.name || ' of ' || u.email from user_bots b join users u on u.id = b.user_id
      where b.id = any(${ids}::uuid[])
    union all
    select p.id, p.plan_name || ' (₹' || to_char(p.amount_paise / 100.0, 'FM99,99,99,99,990.00') || ') of ' || u.email
      from payments p join users u on u.id = p.user_id where p.id = any(${ids}::uuid[])
    union all
    select s.id, coalesce(plans.name, bot_plans.name) || ' of ' || u.email
      from subscriptions s join users u on u.id = s.user_id
      left join plans on plans.id = s.plan_id left join bot_plans on bot_plans.id = s.bot_plan_id
      where s.id = any(${ids}::uuid[])
    union all select id, name from bots where id = any(${ids}::uuid[])
    union all select id, name from bot_plans where id = any(${ids}::uuid[])
    union all select id, name from plans where id = any(${ids}::uuid[])
    union all select id, symbol from symbols where id = any(${ids}::uuid[])
    union all select id, algo_id from algo_registrations where id = any(${ids}::uuid[]) and algo_id is not null`.execute(
    db,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (line: Line): Record<string, string> =>
    Object.fromEntries(
      idsOf(line).flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    )
}

function idsOf({ subject_id, before, after }: Line): string[] {
  const values = [before, after].flatMap((part) =>
    typeof part === 'object' && part !== null ? REFERENCES.map((key) => (part as Record<string, unknown>)[key]) : [],
  )
  return [subject_id, ...values].filter((id): id is string => typeof id === 'string' && UUID.test(id))
}
