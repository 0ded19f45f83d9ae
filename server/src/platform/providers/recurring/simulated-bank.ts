// The simulated provider's books. What it knows is in the database, so that every process meets the same bank.
import { sql } from 'kysely'
import type { Queryable } from '../../db/client.ts'
import type { MandateMethod, TokenStatus } from './recurring-payments.ts'

/** What goes wrong with a test mandate: at the registration, or at its first debit. */
export const SIMULATED_FAULTS = [
  'none',
  'declined',
  'insufficient_balance',
  'revoked_at_bank',
  'notice_refused',
  'late_webhook',
  'double_webhook',
  'out_of_order',
] as const
export type SimulatedFault = (typeof SIMULATED_FAULTS)[number]

export type BankOrder = {
  readonly amount: number
  readonly receipt: string
  readonly mandate?: { readonly customer_id: string; readonly method: MandateMethod }
  readonly notice?: { readonly id: string; readonly token_id: string }
}
export type BankToken = {
  readonly customer_id: string
  readonly method: MandateMethod
  readonly status: TokenStatus
  readonly bank: string
  readonly hint: string
  readonly fault: SimulatedFault
  readonly reason: string | null
  /** What its bank decides on the next day; null once it has. */
  readonly becomes: TokenStatus | null
  /** Debits that the bank has decided. */
  readonly debits: number
}
export type BankPayment = {
  readonly order_id: string
  readonly token_id: string
  readonly customer_id: string
  readonly amount: number
  readonly status: 'created' | 'captured' | 'failed'
  readonly error_reason: string | null
}
export type BankEvent = { readonly event_id: string; readonly event: string; readonly payload: object }

type Books = { order: BankOrder; token: BankToken; payment: BankPayment; event: BankEvent }

/** A row that is there already stays as it is. */
export async function writeDown<K extends keyof Books>(
  db: Queryable,
  kind: K,
  id: string,
  body: Books[K],
  dueAt: Date | null = null,
): Promise<void> {
  await db
    .insertInto('simulated_bank')
    .values({ id, kind, body: JSON.stringify(body), due_at: dueAt })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function lookUp<K extends keyof Books>(db: Queryable, kind: K, id: string): Promise<Books[K] | undefined> {
  const row = await db
    .selectFrom('simulated_bank')
    .select('body')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.body as Books[K] | undefined
}

export async function amend<K extends keyof Books>(
  db: Queryable,
  kind: K,
  id: string,
  change: Partial<Books[K]>,
): Promise<void> {
  await sql`
    update simulated_bank set body = body || ${JSON.stringify(change)}::jsonb, due_at = null
    where id = ${id} and kind = ${kind}`.execute(db)
}

export async function paymentsOfOrder(db: Queryable, orderId: string) {
  const { rows } = await sql<{ id: string; body: BankPayment }>`
    select id, body from simulated_bank where kind = 'payment' and body ->> 'order_id' = ${orderId} order by id`.execute(
    db,
  )
  return rows
}

export async function tokensOfCustomer(db: Queryable, customerId: string) {
  const { rows } = await sql<{ id: string; body: BankToken }>`
    select id, body from simulated_bank where kind = 'token' and body ->> 'customer_id' = ${customerId}`.execute(db)
  return rows
}
