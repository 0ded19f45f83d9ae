// Plans that end soon, at what their next period costs their holders before credit.
import type { BusinessDesk, listDue as spec } from '@trading-bot/contract/rest/billing/business'
import { DAY_MS } from '@trading-bot/core/time'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { renewalPriceSql } from '../subscriptions/index.ts'

const DAYS_AHEAD = 30

export async function saveDue(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('business_due').execute()
  await sql`
    insert into business_due (renews, plans, amount_paise)
    select renews, count(*), coalesce(sum(amount_paise), 0) from (${dueSql(now)}) as due group by renews`.execute(tx)
}

export async function readDue(db: Queryable): Promise<BusinessDesk['due']> {
  const rows = await db.selectFrom('business_due').selectAll().execute()
  const of = (isRenewing: boolean) => {
    const row = rows.find(({ renews }) => renews === isRenewing)
    return { count: row?.plans ?? 0, amount: Number(row?.amount_paise ?? 0) / 100 }
  }
  return { renewing: of(true), ending: of(false) }
}

/** The plans behind the figure as they stand now. */
export const listDue: UseCase<typeof spec> = async ({ db, clock }, { list, page, page_size: size }) => {
  const found = sql`select * from (${dueSql(clock.now())}) as due where renews = ${list === 'renewing'}`
  const { rows: sums } = await sql<{ count: string; amount: string }>`
    select count(*) as count, coalesce(sum(amount_paise), 0) as amount from (${found}) as found`.execute(db)
  const { rows } = await sql<Row>`
    select found.*, users.email, users.username from (${found}) as found join users on users.id = found.user_id
    order by end_at, found.user_id limit ${size} offset ${(page - 1) * size}`.execute(db)
  return {
    list: rows.map(({ user_id, email, username, plan_name, end_at, amount_paise }) => ({
      user: { id: user_id, email, username },
      plan_name,
      ends_at: end_at.toISOString(),
      amount: Number(amount_paise) / 100,
    })),
    totals: { count: Number(sums[0]?.count ?? 0), amount: Number(sums[0]?.amount ?? 0) / 100 },
  }
}

type Row = {
  user_id: string
  email: string
  username: string
  plan_name: string
  end_at: Date
  amount_paise: string
}

function dueSql(now: Date): RawBuilder<unknown> {
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
  return sql`
    select subscriptions.user_id, coalesce(plans.name, bot_plans.name) as plan_name, subscriptions.end_at,
      subscriptions.auto_renew as renews,
      ${renewalPriceSql()} * case subscriptions.billing_cycle when 'quarterly' then 3 else 1 end as amount_paise
    from subscriptions left join plans on plans.id = subscriptions.plan_id
    left join bot_plans on bot_plans.id = subscriptions.bot_plan_id
    where subscriptions.status = 'active' and subscriptions.end_at > ${now} and subscriptions.end_at <= ${until}
      -- A trial that ends by itself costs nobody anything.
      and (subscriptions.auto_renew or not exists (
        select from trials t where t.subscription_id = subscriptions.id and t.converted_at is null))`
}
