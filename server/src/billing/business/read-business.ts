import type { BusinessMonth, Movement, readBusiness as spec } from '@trading-bot/contract/rest/billing/business'
import { MOVEMENTS } from '@trading-bot/contract/rest/billing/business'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readDue } from './due-renewals.ts'
import { percent } from './percent.ts'
import { readTrialMonths } from './trials.ts'

export const readBusiness: UseCase<typeof spec> = async ({ db, clock }) => {
  const [months, plans, cohorts, trials, due] = await Promise.all([
    readMonths(db),
    readPlanMix(db),
    readCohorts(db),
    readTrialMonths(db, clock.now()),
    readDue(db),
  ])
  const [newest] = months
  const mrrPaise = newest ? Math.round(newest.mrr * 100) : 0
  return {
    as_of: newest?.as_of ?? null,
    mrr: mrrPaise / 100,
    arr: (mrrPaise * 12) / 100,
    payers: newest?.payers ?? 0,
    arpu: newest && newest.payers > 0 ? Math.floor(mrrPaise / newest.payers) / 100 : null,
    months,
    plans,
    cohorts,
    trials,
    due,
  }
}

/** All months, the newest first. */
export async function readMonths(db: Queryable): Promise<BusinessMonth[]> {
  const rows = await db
    .selectFrom('business_months')
    .selectAll()
    .select(sql<string>`to_char(month, 'YYYY-MM')`.as('name'))
    .orderBy('month', 'desc')
    .execute()
  return rows.map((row) => {
    const moved = (movement: Movement) => ({
      amount: rupees(row[`${movement}_paise`]),
      payers: row[`${movement}_payers`],
    })
    return {
      month: row.name,
      as_of: row.as_of.toISOString(),
      is_final: row.is_final,
      start_mrr: rupees(row.start_mrr_paise),
      start_payers: row.start_payers,
      mrr: rupees(row.mrr_paise),
      payers: row.payers,
      movements: Object.fromEntries(MOVEMENTS.map((movement) => [movement, moved(movement)])) as Record<
        Movement,
        ReturnType<typeof moved>
      >,
      churn_percent: percent(row.churn_payers, row.start_payers),
      value_churn_percent: percent(-Number(row.churn_paise), Number(row.start_mrr_paise)),
      collected: rupees(row.collected_paise),
      refunded: rupees(row.refunded_paise),
      refund_percent: percent(Number(row.refunded_paise), Number(row.collected_paise)),
      differs_since: row.differs_since?.toISOString() ?? null,
    }
  })
}

async function readPlanMix(db: Queryable) {
  const { rows } = await sql<{ name: string; payers: string; mrr: string }>`
    select plan_name as name, payers, mrr_paise as mrr from plan_months
    where month = (select max(month) from business_months) order by mrr_paise desc, plan_name`.execute(db)
  return rows.map(({ name, payers, mrr }) => ({ name, payers: Number(payers), mrr: rupees(mrr) }))
}

async function readCohorts(db: Queryable) {
  const { rows } = await sql<{ name: string; size: number; paying: number[] }>`
    select to_char(first.month, 'YYYY-MM') as name, first.first_payers as size,
      array(
        select coalesce(held.payers, 0) from business_months later
        left join cohort_months held on held.month = later.month and held.cohort = first.month
        where later.month >= first.month order by later.month
      ) as paying
    from business_months first where first.first_payers > 0 order by first.month desc limit 24`.execute(db)
  return rows.map(({ name, size, paying }) => ({ month: name, size, paying }))
}

function rupees(paise: string | bigint): number {
  return Number(paise) / 100
}
