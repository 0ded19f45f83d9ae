import type { listMoney as spec, MoneyList } from '@trading-bot/contract/rest/billing/business'
import { type RawBuilder, sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { collectedIn, type Instants, monthStartSql, refundedIn } from './compute-month.ts'

const LISTS: Readonly<Record<MoneyList, (within: Instants) => RawBuilder<unknown>>> = {
  collected: (within) => sql`
    select id, user_id, plan_name, amount_paise, paid_at as at from payments where ${collectedIn(within)}`,
  refunded: (within) => sql`
    select refunds.id, payments.user_id, payments.plan_name, refunds.amount_paise, refunds.settled_at as at
    from refunds join payments on payments.id = refunds.payment_id where ${refundedIn(within)}`,
}

/** The payments or refunds that a month's figure sums, to the instant that it was written for. */
export const listMoney: UseCase<typeof spec> = async ({ db }, { month, list, page, page_size: size }) => {
  const first = sql`(${`${month}-01`})::date`
  const until = sql`(select as_of from business_months where month = ${first})`
  const found = LISTS[list]({ start: monthStartSql(first), until })
  const { rows: sums } = await sql<{ count: string; amount: string }>`
    select count(*) as count, coalesce(sum(amount_paise), 0) as amount from (${found}) as found`.execute(db)
  const { rows } = await sql<Row>`
    select found.*, users.email, users.username from (${found}) as found join users on users.id = found.user_id
    order by at desc, found.id limit ${size} offset ${(page - 1) * size}`.execute(db)
  return {
    list: rows.map(({ id, user_id, email, username, plan_name, amount_paise, at }) => ({
      id,
      user: { id: user_id, email, username },
      plan_name,
      amount: Number(amount_paise) / 100,
      at: at.toISOString(),
    })),
    totals: { count: Number(sums[0]?.count ?? 0), amount: Number(sums[0]?.amount ?? 0) / 100 },
  }
}

type Row = {
  id: string
  user_id: string
  email: string
  username: string
  plan_name: string
  amount_paise: string
  at: Date
}
