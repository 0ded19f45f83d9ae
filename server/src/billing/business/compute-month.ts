// The figures of an India month from the periods that were paid, and from nothing that can be renamed or repriced later.
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

const DAYS_OF_A_MONTH_SECONDS = 2_592_000

/** A month's worth of a period, less what a coupon gave and the 18 % GST within the price, rounded down. */
const monthlySql = sql`floor(coalesce(p.monthly_paise::numeric,
  round(p.value_paise * ${sql.lit(DAYS_OF_A_MONTH_SECONDS)} / extract(epoch from p.ends_at - p.starts_at)))
  * p.value_paise * 100 / ((p.value_paise + p.coupon_paise) * 118))::bigint`

/** What every payer was worth at an instant, under which plan, and when the first paid period began. */
export function payersAt(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.user_id, sum(${monthlySql})::bigint as mrr_paise,
      (array_agg(coalesce(plans.name, bot_plans.name) order by p.starts_at desc))[1] as plan_name
    from periods p join subscriptions s on s.id = p.subscription_id
    left join plans on plans.id = s.plan_id left join bot_plans on bot_plans.id = s.bot_plan_id
    where p.value_paise > 0 and p.starts_at <= ${instant} and p.ends_at > ${instant}
      and (p.closed_at is null or p.closed_at > ${instant})
    group by s.user_id having sum(${monthlySql}) > 0`
}

/** When a user's first paid period began. */
export function firstPaidSql(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select min(first.starts_at) from periods first join subscriptions held on held.id = first.subscription_id
    where held.user_id = ${userId} and first.value_paise > 0)`
}

export function monthStartSql(month: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${month})::timestamp at time zone 'Asia/Kolkata')`
}

export type Instants = { readonly start: RawBuilder<unknown>; readonly until: RawBuilder<unknown> }

/** What came in by payments. */
export function collectedIn({ start, until }: Instants): RawBuilder<unknown> {
  return sql`payments.effect is not null and payments.paid_at > ${start} and payments.paid_at <= ${until}`
}

/** What had gone back. */
export function refundedIn({ start, until }: Instants): RawBuilder<unknown> {
  return sql`refunds.status = 'processed' and refunds.settled_at > ${start} and refunds.settled_at <= ${until}`
}

export type MonthFigures = {
  start_mrr_paise: bigint
  start_payers: number
  mrr_paise: bigint
  payers: number
  new_paise: bigint
  new_payers: number
  expansion_paise: bigint
  expansion_payers: number
  contraction_paise: bigint
  contraction_payers: number
  churn_paise: bigint
  churn_payers: number
  reactivation_paise: bigint
  reactivation_payers: number
  first_payers: number
  collected_paise: bigint
  refunded_paise: bigint
}

/** From the month's start to `asOf`, its end or an instant within it. */
export async function computeMonth(db: Queryable, month: string, asOf: Date): Promise<MonthFigures> {
  const start = monthStartSql(sql`${month}::date`)
  const within = { start, until: sql`${asOf}` }
  const { rows } = await sql<Record<keyof MonthFigures, string>>`
    with before as materialized (${payersAt(start)}), after as materialized (${payersAt(sql`${asOf}::timestamptz`)}),
    moved as (
      select coalesce(before.mrr_paise, 0) as was, coalesce(after.mrr_paise, 0) as now,
        before.user_id is null and ${firstPaidSql(sql`after.user_id`)} <= ${start} as came_back
      from before full join after using (user_id)
    )
    select coalesce(sum(was), 0) as start_mrr_paise, count(*) filter (where was > 0) as start_payers,
      coalesce(sum(now), 0) as mrr_paise, count(*) filter (where now > 0) as payers,
      ${part('new', sql`was = 0 and not came_back`)}, ${part('reactivation', sql`was = 0 and came_back`)},
      ${part('expansion', sql`was > 0 and now > was`)}, ${part('contraction', sql`now > 0 and now < was`)},
      ${part('churn', sql`was > 0 and now = 0`)},
      (select count(*) from (
        select from periods p join subscriptions s on s.id = p.subscription_id where p.value_paise > 0
        group by s.user_id having min(p.starts_at) > ${start} and min(p.starts_at) <= ${asOf}
      ) as firsts) as first_payers,
      (select coalesce(sum(amount_paise), 0) from payments
        where ${collectedIn(within)}) as collected_paise,
      (select coalesce(sum(amount_paise), 0) from refunds
        where ${refundedIn(within)}) as refunded_paise
    from moved`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no figures of ${month}`)
  const read = Object.entries(row).map(([name, value]) => [
    name,
    name.endsWith('_paise') ? BigInt(value) : Number(value),
  ])
  return Object.fromEntries(read) as MonthFigures
}

function part(name: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(sum(now - was) filter (where ${condition}), 0) as ${sql.ref(`${name}_paise`)},
    count(*) filter (where ${condition}) as ${sql.ref(`${name}_payers`)}`
}
