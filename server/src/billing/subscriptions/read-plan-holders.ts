import type { readPlanHolders as planHolders } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { heldPriceSql } from './find-held-price.ts'
import { isValidSql } from './subscription-store.ts'

export const readPlanHolders: UseCase<typeof planHolders> = async ({ db, clock }, { id }) => {
  const { rows: plans } = await sql<{ price_paise: string }>`
    select price_paise from plans where id = ${id} union all select price_paise from bot_plans where id = ${id}`.execute(
    db,
  )
  const [plan] = plans
  if (!plan) return refuse('NOT_FOUND')
  const { rows } = await sql<{ price_paise: string; holders: string; next_paise: string | null }>`
    select price_paise, case when next_paise > price_paise then next_paise end as next_paise, count(*) as holders from (
      select coalesce(${heldPriceSql(sql.ref('s.id'))}, ${plan.price_paise}::bigint) as price_paise, (
        select least(n.monthly_paise, ${plan.price_paise}::bigint)
        from price_notice_holders h join price_notices n on n.id = h.notice_id
        where h.subscription_id = s.id and not h.is_dropped and ${id} in (n.plan_id, n.bot_plan_id)
        order by n.announced_at desc limit 1) as next_paise
      from subscriptions s where (s.plan_id = ${id} or s.bot_plan_id = ${id}) and ${isValidSql(clock.now())}
    ) as held group by 1, 2 order by 1, 2 nulls first`.execute(db)
  return rows.map(({ price_paise, holders, next_paise }) => ({
    price: Number(price_paise) / 100,
    holders: Number(holders),
    next_price: next_paise === null ? null : Number(next_paise) / 100,
  }))
}
