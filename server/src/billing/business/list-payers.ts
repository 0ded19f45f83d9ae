import type { listPayers as spec, PayerList } from '@trading-bot/contract/rest/billing/business'
import { type RawBuilder, sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'

const CONDITIONS: Readonly<Record<PayerList, RawBuilder<unknown>>> = {
  paying: sql`after.user_id is not null`,
  new: sql`before.user_id is null and after.cohort = after.month`,
  reactivation: sql`before.user_id is null and after.cohort < after.month`,
  expansion: sql`after.mrr_paise > before.mrr_paise`,
  contraction: sql`after.mrr_paise < before.mrr_paise`,
  churn: sql`after.user_id is null`,
}

/** The users behind a figure of a month: the same rows that the figure was written with. */
export const listPayers: UseCase<typeof spec> = async ({ db }, { month, list, page, page_size: size }) => {
  const first = sql`(${`${month}-01`})::date`
  const found = sql`
    select coalesce(after.user_id, before.user_id) as user_id, coalesce(after.plan_name, before.plan_name) as plan_name,
      coalesce(before.mrr_paise, 0) as was, coalesce(after.mrr_paise, 0) as now
    from (select * from payer_months where month = ${first}) as after
    full join (select * from payer_months where month = (${first} - interval '1 month')::date) as before using (user_id)
    where ${CONDITIONS[list]} and exists (select from business_months known where known.month = ${first})`
  const { rows: sums } = await sql<{ count: string; was: string; now: string }>`
    select count(*) as count, coalesce(sum(was), 0) as was, coalesce(sum(now), 0) as now from (${found}) as found`.execute(
    db,
  )
  const { rows } = await sql<Row>`
    select found.*, users.email, users.username from (${found}) as found join users on users.id = found.user_id
    order by greatest(was, now) desc, found.user_id limit ${size} offset ${(page - 1) * size}`.execute(db)
  return {
    list: rows.map(({ user_id, email, username, plan_name, was, now }) => ({
      user: { id: user_id, email, username },
      plan_name,
      before: Number(was) / 100,
      after: Number(now) / 100,
    })),
    totals: {
      count: Number(sums[0]?.count ?? 0),
      before: Number(sums[0]?.was ?? 0) / 100,
      after: Number(sums[0]?.now ?? 0) / 100,
    },
  }
}

type Row = { user_id: string; email: string; username: string; plan_name: string; was: string; now: string }
