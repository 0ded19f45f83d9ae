import type { RegularPlanForm } from '@trading-bot/contract/rest/billing/regular-plans'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { PlanRow } from '../plan-views.ts'

export type HeldPlanRow = PlanRow & { readonly holders: number }

export async function listHeldPlans(db: Queryable, now: Date): Promise<HeldPlanRow[]> {
  const { rows } = await sql<HeldPlanRow>`
    select p.*, (select count(*)::int from subscriptions s
      where s.plan_id = p.id and s.status = 'active' and s.end_at > ${now}) as holders
    from plans p where p.archived_at is null order by p.price_paise, p.name`.execute(db)
  return rows
}

/** The full row lock: a purchase that would reference the plan waits for the outcome. */
export async function lockPlan(tx: Tx, id: string): Promise<PlanRow | undefined> {
  return tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Undefined when another plan has the name. */
export async function insertPlan(tx: Tx, form: RegularPlanForm, now: Date): Promise<PlanRow | undefined> {
  return tx
    .insertInto('plans')
    .values({ id: newId(now), ...columnsOf(form), created_at: now })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function isPlanNameTaken(tx: Tx, name: string, exceptId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('plans')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('archived_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function savePlan(tx: Tx, id: string, form: RegularPlanForm): Promise<PlanRow> {
  return tx.updateTable('plans').set(columnsOf(form)).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function removePlan(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('plans').where('id', '=', id).execute()
}

/** Payments count too: after a plan change only they still reference the plan. */
export async function isPlanUsed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from subscriptions where plan_id = ${id})
      or exists (select from payments where plan_id = ${id}) as used`.execute(tx)
  return rows[0]?.used ?? false
}

function columnsOf({ price, ...fields }: RegularPlanForm) {
  return { ...fields, price_paise: Math.round(price * 100) }
}
