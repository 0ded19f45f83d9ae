import { sql } from 'kysely'
import { heldPriceSql } from './find-held-price.ts'
import { NOTICE_DAYS } from './offer.ts'

/** The plan's own price where its row aliases are `plans` or `bot_plans`. */
const planPriceSql = sql<string | null>`coalesce(plans.price_paise, bot_plans.price_paise)`

/** The monthly price of the next period of `subscriptions`, as offer.ts computes it for one of them. */
export function renewalPriceSql() {
  return sql<string>`least(${planPriceSql}, greatest(
    coalesce(${heldPriceSql(sql.ref('subscriptions.id'))}, ${planPriceSql}),
    (select case when told.told_at + interval '1 day' * ${NOTICE_DAYS}::int <= subscriptions.end_at then told.monthly_paise end
      from (
        select h.told_at, n.monthly_paise from price_notice_holders h join price_notices n on n.id = h.notice_id
        where h.subscription_id = subscriptions.id and h.told_at is not null
          and (n.plan_id = subscriptions.plan_id or n.bot_plan_id = subscriptions.bot_plan_id)
        order by h.told_at desc limit 1) as told)))`
}
