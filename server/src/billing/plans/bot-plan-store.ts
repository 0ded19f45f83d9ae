import type { BotPlanForm } from '@trading-bot/contract/rest/billing/plan-admin'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { BotPlanRow } from './plan-views.ts'

/** The full row lock: a purchase that would reference the plan waits for the outcome. */
export async function lockBotPlan(tx: Tx, id: string): Promise<BotPlanRow | undefined> {
  return tx
    .selectFrom('bot_plans')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Undefined when another plan has the name. */
export async function insertBotPlan(db: Queryable, form: BotPlanForm, now: Date): Promise<BotPlanRow | undefined> {
  return db
    .insertInto('bot_plans')
    .values({ id: newId(now), ...columnsOf(form), created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function saveBotPlan(db: Queryable, id: string, form: BotPlanForm, now: Date): Promise<BotPlanRow> {
  return db
    .updateTable('bot_plans')
    .set({ ...columnsOf(form), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setBotPlanActive(db: Queryable, id: string, isActive: boolean, now: Date): Promise<BotPlanRow> {
  return db
    .updateTable('bot_plans')
    .set({ is_active: isActive, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeBotPlan(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('bot_plans').where('id', '=', id).execute()
}

/** Payments count too: after a plan change only they still reference the plan. */
export async function isBotPlanUsed(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from subscriptions where bot_plan_id = ${id})
      or exists (select from payments where bot_plan_id = ${id}) as used`.execute(db)
  return rows[0]?.used ?? false
}

export async function isNameTaken(db: Queryable, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bot_plans')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('archived_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function findUnknownSymbols(db: Queryable, symbols: readonly string[]): Promise<string[]> {
  if (symbols.length === 0) return []
  const known = await db.selectFrom('symbols').select('symbol').where('symbol', 'in', symbols).execute()
  return symbols.filter((symbol) => !known.some((row) => row.symbol === symbol))
}

function columnsOf({ price, ...fields }: BotPlanForm) {
  return { ...fields, price_paise: Math.round(price * 100) }
}
