import type { BusinessDesk } from '@trading-bot/contract/rest/billing/business'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { heldPriceSql } from '../subscriptions/index.ts'

const DAYS_AHEAD = 30

/** Plans that end soon, at what their holders pay: the next period's charge before credit. */
export async function saveDue(tx: Tx, now: Date): Promise<void> {
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
  await tx.deleteFrom('business_due').execute()
  await sql`
    insert into business_due (renews, plans, amount_paise)
    select subscriptions.auto_renew, count(*), coalesce(sum(
      coalesce(${heldPriceSql(sql.ref('subscriptions.id'))}, plans.price_paise, bot_plans.price_paise)
        * case subscriptions.billing_cycle when 'quarterly' then 3 else 1 end), 0)
    from subscriptions left join plans on plans.id = subscriptions.plan_id
    left join bot_plans on bot_plans.id = subscriptions.bot_plan_id
    where subscriptions.status = 'active' and subscriptions.end_at > ${now} and subscriptions.end_at <= ${until}
      -- A trial that ends by itself costs nobody anything.
      and (subscriptions.auto_renew or not exists (
        select from trials t where t.subscription_id = subscriptions.id and t.converted_at is null))
    group by subscriptions.auto_renew`.execute(tx)
}

export async function readDue(db: Queryable): Promise<BusinessDesk['due']> {
  const rows = await db.selectFrom('business_due').selectAll().execute()
  const of = (isRenewing: boolean) => {
    const row = rows.find(({ renews }) => renews === isRenewing)
    return { count: row?.plans ?? 0, amount: Number(row?.amount_paise ?? 0) / 100 }
  }
  return { renewing: of(true), ending: of(false) }
}
