import type { listPayers as spec, PayerList } from '@trading-bot/contract/rest/billing/business'
import { type RawBuilder, sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'

const BOTH = sql`coalesce(before.mrr_paise, 0) as was, after.mrr_paise as now`
const AFTER = sql`from payer_months after left join payer_months before
  on before.user_id = after.user_id and before.month = (after.month - interval '1 month')::date`

/** The users behind a figure: those of the month, or of the month before for who has gone. */
const LISTS: Readonly<Record<PayerList, (month: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  paying: (month) => ofMonth(month, sql`true`),
  new: (month) => ofMonth(month, sql`before.user_id is null and after.cohort = after.month`),
  reactivation: (month) => ofMonth(month, sql`before.user_id is null and after.cohort < after.month`),
  expansion: (month) => ofMonth(month, sql`after.mrr_paise > before.mrr_paise`),
  contraction: (month) => ofMonth(month, sql`after.mrr_paise < before.mrr_paise`),
  churn: (month) => sql`
    select before.user_id, before.plan_name, before.cohort, before.mrr_paise as was, 0::bigint as now from payer_months before
    where before.month = (${month} - interval '1 month')::date
      and not exists (select from payer_months after where after.month = ${month} and after.user_id = before.user_id)`,
}

const firstDay = (month: string) => sql`(${`${month}-01`})::date`

function ofMonth(month: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select after.user_id, after.plan_name, after.cohort, ${BOTH} ${AFTER} where after.month = ${month} and ${condition}`
}

/** The users behind a figure of a month: the same rows that the figure was written with, gone through once. */
export const listPayers: UseCase<typeof spec> = async ({ db }, input) => {
  const { month, list, plan = null, cohort, page, page_size: size } = input
  const first = firstDay(month)
  const cohortDay = cohort === undefined ? null : `${cohort}-01`
  const { rows } = await sql<Sums & (Row | Record<keyof Row, null>)>`
    with found as materialized (
      select * from (${LISTS[list](first)}) as listed
      where exists (select from business_months known where known.month = ${first})
        and (${plan}::text is null or plan_name = ${plan}) and (${cohortDay}::date is null or cohort = ${cohortDay}::date)
    ), page as (
      select * from found order by greatest(was, now) desc, user_id limit ${size} offset ${(page - 1) * size}
    )
    select sums.*, page.*, users.email, users.username
    from (select count(*) as count, coalesce(sum(was), 0) as all_was, coalesce(sum(now), 0) as all_now from found) as sums
    left join page on true left join users on users.id = page.user_id
    order by greatest(was, now) desc, page.user_id`.execute(db)
  const [sums] = rows
  return {
    list: rows
      .filter((row) => row.user_id !== null)
      .map(({ user_id, email, username, plan_name, was, now }) => ({
        user: { id: user_id, email, username },
        plan_name,
        before: Number(was) / 100,
        after: Number(now) / 100,
      })),
    totals: {
      count: Number(sums?.count ?? 0),
      before: Number(sums?.all_was ?? 0) / 100,
      after: Number(sums?.all_now ?? 0) / 100,
    },
  }
}

type Sums = { count: string; all_was: string; all_now: string }
type Row = { user_id: string; email: string; username: string; plan_name: string; was: string; now: string }
