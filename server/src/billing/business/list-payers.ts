import type { listPayers as spec } from '@trading-bot/contract/rest/billing/business'
import { type RawBuilder, sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Queryable } from '../../platform/db/client.ts'

/** The users behind a figure of a month: the same rows that the figure was written with, in the order of their index. */
export const listPayers: UseCase<typeof spec> = async ({ db }, input) => {
  const { month, list, plan, cohort, page, page_size: size } = input
  const first = sql`(${`${month}-01`})::date`
  const found = sql`
    from payer_months payer where payer.month = ${first} and ${list === 'paying' ? sql`mrr_paise > 0` : sql`movement = ${sql.lit(list)}`}
    ${plan === undefined ? sql`` : sql`and plan_name = ${plan}`}
    ${cohort === undefined ? sql`` : sql`and cohort = ${`${cohort}-01`}::date`}`
  const isWhole = plan === undefined && cohort === undefined
  const [sums, { rows }] = await Promise.all([
    list === 'paying' && isWhole ? sumsOfMonth(db, first) : sumsOf(db, found),
    sql<Row>`
      select page.*, users.email, users.username
      from (select user_id, plan_name, former_paise, mrr_paise, rank_paise ${found}
        order by rank_paise desc, user_id limit ${size} offset ${(page - 1) * size}) as page
      join users on users.id = page.user_id
      order by rank_paise desc, user_id`.execute(db),
  ])
  return {
    list: rows.map(({ user_id, email, username, plan_name, former_paise, mrr_paise }) => ({
      user: { id: user_id, email, username },
      plan_name,
      before: Number(former_paise) / 100,
      after: Number(mrr_paise) / 100,
    })),
    totals: {
      count: Number(sums?.count ?? 0),
      before: Number(sums?.before ?? 0) / 100,
      after: Number(sums?.after ?? 0) / 100,
    },
  }
}

/** Of everybody who pays: as the month's figures say. */
async function sumsOfMonth(db: Queryable, month: RawBuilder<unknown>): Promise<Sums | undefined> {
  const { rows } = await sql<Sums>`
    select payers as count, start_mrr_paise + churn_paise as before, mrr_paise as after
    from business_months where month = ${month}`.execute(db)
  return rows[0]
}

async function sumsOf(db: Queryable, found: RawBuilder<unknown>): Promise<Sums | undefined> {
  const { rows } = await sql<Sums>`
    select count(*) as count, coalesce(sum(former_paise), 0) as before, coalesce(sum(mrr_paise), 0) as after ${found}`.execute(
    db,
  )
  return rows[0]
}

type Sums = { count: string; before: string; after: string }
type Row = {
  user_id: string
  email: string
  username: string
  plan_name: string
  former_paise: string
  mrr_paise: string
}
