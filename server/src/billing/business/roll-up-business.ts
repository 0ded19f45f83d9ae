import { sql } from 'kysely'
import type { Deps } from '../../platform/http/context.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { BUSINESS_LOCK } from '../../platform/db/locks.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { computeMonth, firstPaidSql, monthStartSql, type MonthFigures, payersAt } from './compute-month.ts'
import { saveDue } from './due-renewals.ts'

/** Writes the figures of every month that is not final yet: the current one, and those that ended meanwhile. */
export async function rollUpBusiness({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${BUSINESS_LOCK})`.execute(tx)
    for (const month of await openMonths(tx, now)) {
      const { isFinal, asOf } = await endOf(tx, month, now)
      await saveMonth(tx, month, asOf, isFinal, await computeMonth(tx, month, asOf))
      await savePayers(tx, month, asOf)
    }
    await saveDue(tx, now)
  })
}

/** Computes every ended month again; one that comes out otherwise is told and marked, and stays as it was published. */
export async function compareBusiness({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const stored = await db.selectFrom('business_months').selectAll().where('is_final', '=', true).execute()
  for (const row of stored) {
    const { rows } = await sql<{ month: string }>`select ${row.month}::date::text as month`.execute(db)
    const month = rows[0]?.month ?? ''
    const again = await computeMonth(db, month, row.as_of)
    const differing = Object.entries(again).filter(
      ([name, value]) => String(row[name as keyof typeof row]) !== String(value),
    )
    const isDifferent = differing.length > 0
    if (isDifferent === (row.differs_since !== null)) continue
    await db
      .updateTable('business_months')
      .set({ differs_since: isDifferent ? now : null })
      .where('month', '=', row.month)
      .execute()
    if (!isDifferent) continue
    const names = differing.map(([name]) => name).join(', ')
    const message = `The business figures of ${month.slice(0, 7)} come out differently now: ${names}`
    await recordLog(db, now, { level: 'ERROR', category: 'payment', message })
  }
}

/** From the month of the first paid period, or the newest written one that is not final. */
async function openMonths(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select begun::date::text as month from generate_series(
      (select date_trunc('month', min(starts_at) at time zone 'Asia/Kolkata') from periods where value_paise > 0),
      date_trunc('month', ${now}::timestamptz at time zone 'Asia/Kolkata'), '1 month'
    ) as begun
    where not exists (select from business_months known where known.month = begun::date and known.is_final)
    order by 1`.execute(db)
  return rows.map(({ month }) => month)
}

async function endOf(db: Queryable, month: string, now: Date): Promise<{ isFinal: boolean; asOf: Date }> {
  const { rows } = await sql<{ end: Date }>`
    select ${monthStartSql(sql`${month}::date + interval '1 month'`)} as "end"`.execute(db)
  const end = rows[0]!.end
  return end <= now ? { isFinal: true, asOf: end } : { isFinal: false, asOf: now }
}

async function saveMonth(tx: Tx, month: string, asOf: Date, isFinal: boolean, figures: MonthFigures): Promise<void> {
  const values = { as_of: asOf, is_final: isFinal, ...figures }
  await tx
    .insertInto('business_months')
    .values({ month: sql`${month}::date`, ...values })
    .onConflict((conflict) => conflict.column('month').doUpdateSet(values))
    .execute()
}

async function savePayers(tx: Tx, month: string, asOf: Date): Promise<void> {
  const at = sql`${asOf}::timestamptz`
  await sql`delete from payer_months where month = ${month}::date`.execute(tx)
  const before = sql`select * from payer_months
    where month = (${month}::date - interval '1 month')::date and mrr_paise > 0`
  await sql`
    insert into payer_months (month, user_id, mrr_paise, former_paise, plan_name, cohort)
    select ${month}::date, payer.user_id, payer.mrr_paise, coalesce(before.mrr_paise, 0), payer.plan_name,
      date_trunc('month', ${firstPaidSql(sql`payer.user_id`)} at time zone 'Asia/Kolkata')::date
    from (${payersAt(at)}) as payer left join (${before}) as before using (user_id)`.execute(tx)
  await sql`
    insert into payer_months (month, user_id, mrr_paise, former_paise, plan_name, cohort)
    select ${month}::date, gone.user_id, 0, gone.mrr_paise, gone.plan_name, gone.cohort from (${before}) as gone
    where not exists (select from payer_months stayed where stayed.month = ${month}::date and stayed.user_id = gone.user_id)`.execute(
    tx,
  )
  const paying = sql`from payer_months where month = ${month}::date and mrr_paise > 0`
  await sql`delete from cohort_months where month = ${month}::date`.execute(tx)
  await sql`
    insert into cohort_months (cohort, month, payers, mrr_paise)
    select cohort, month, count(*), sum(mrr_paise) ${paying} group by cohort, month`.execute(tx)
  await sql`delete from plan_months where month = ${month}::date`.execute(tx)
  await sql`
    insert into plan_months (month, plan_name, payers, mrr_paise)
    select month, plan_name, count(*), sum(mrr_paise) ${paying} group by month, plan_name`.execute(tx)
}
