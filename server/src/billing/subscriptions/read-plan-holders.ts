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
  const { rows } = await sql<{ price_paise: string; holders: string }>`
    select coalesce(${heldPriceSql(sql.ref('s.id'))}, ${plan.price_paise}::bigint) as price_paise,
      count(*) as holders
    from subscriptions s where (s.plan_id = ${id} or s.bot_plan_id = ${id}) and ${isValidSql(clock.now())}
    group by 1 order by 1`.execute(db)
  return rows.map(({ price_paise, holders }) => ({ price: Number(price_paise) / 100, holders: Number(holders) }))
}
