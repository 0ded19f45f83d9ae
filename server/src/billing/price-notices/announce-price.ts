import type { announcePrice as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { lockAnyPlan } from '../plans/index.ts'
import { heldPriceSql, isValidSql } from '../subscriptions/index.ts'

/** The plan's price becomes that of everybody who pays less, by notice. Whom it means is written down now. */
export const announcePrice: UseCase<typeof spec> = async (context, { id, price, count, reason }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const plan = await lockAnyPlan(tx, id)
    if (!plan) return refuse('NOT_FOUND')
    const monthlyPaise = BigInt(plan.price_paise)
    const priceText = formatRupees(Number(monthlyPaise) / 100)
    if (BigInt(Math.round(price * 100)) !== monthlyPaise)
      return refuse('PRICE_CHANGED', { values: { price: priceText } })
    const holders = await listCheaperHolders(tx, id, monthlyPaise, now)
    if (holders.length === 0) return refuse('NOBODY_PAYS_LESS')
    if (holders.length !== count) return refuse('HOLDERS_CHANGED', { values: { count: String(holders.length) } })
    const noticeId = newId(now)
    const [plan_id, bot_plan_id] = plan.kind === 'plan' ? [id, null] : [null, id]
    const notice = { monthly_paise: monthlyPaise, reason, announced_by: actor.userId, announced_at: now }
    await tx
      .insertInto('price_notices')
      .values({ id: noticeId, plan_id, bot_plan_id, ...notice })
      .execute()
    await sql`insert into price_notice_holders (notice_id, subscription_id)
      select ${noticeId}, unnest(${holders}::uuid[])`.execute(tx)
    await recordAudit(tx, context, {
      action: 'plan.price-announced',
      subject: { kind: plan.kind, id },
      after: { monthly_paise: String(monthlyPaise), holders: holders.length, reason },
    })
    await addJob(tx, 'tell_of_prices', {}, 'tell-of-prices')
    const who = holders.length === 1 ? '1 holder is' : `${holders.length.toLocaleString('en-IN')} holders are`
    return { message: `${who} told now: ${priceText} a month from their first renewal in 30 days or later.` }
  })
}

/** Who pays less and has not been told of this price, or of a dearer one, already. */
async function listCheaperHolders(tx: Tx, planId: string, monthlyPaise: bigint, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from subscriptions s
    where ${planId} in (s.plan_id, s.bot_plan_id) and ${isValidSql(now)}
      and ${heldPriceSql(sql.ref('s.id'))} < ${monthlyPaise}
      and not exists (
        select from price_notice_holders h join price_notices n on n.id = h.notice_id
        where h.subscription_id = s.id and not h.is_dropped and n.monthly_paise >= ${monthlyPaise}
          and ${planId} in (n.plan_id, n.bot_plan_id))
    order by s.id`.execute(tx)
  return rows.map(({ id }) => id)
}
