import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/client.ts'
import { amend, type BankEvent, type BankPayment, type BankToken, lookUp } from './simulated-bank.ts'
import { announcePayment, announceToken } from './simulated-events.ts'

type Deliver = (delivery: { readonly id: string; readonly event: string; readonly body: string }) => Promise<void>

const BATCH = 500

/** What the bank does by itself: it decides the debits that are due, and delivers the webhooks that are. */
export async function runSimulatedBank(db: Db, clock: Clock, deliver: Deliver): Promise<void> {
  const now = clock.now()
  for (const { id, body } of await listDue<BankPayment>(db, 'payment', now)) await decide(db, id, body, now)
  for (const { id, body } of await listDue<BankToken>(db, 'token', now)) {
    if (body.becomes === null) continue
    await amend(db, 'token', id, { status: body.becomes, becomes: null })
    await announceToken(db, id, { ...body, status: body.becomes }, { at: now, fault: body.fault })
  }
  for (const { id, body } of await listDue<BankEvent>(db, 'event', now)) {
    const { event_id, event, payload } = body
    const created_at = Math.floor(now.getTime() / 1000)
    const envelope = { entity: 'event', event, contains: Object.keys(payload), payload, created_at }
    await deliver({ id: event_id, event, body: JSON.stringify(envelope) })
    // After the delivery: a crash in between delivers it again, as the real provider does.
    await db.updateTable('simulated_bank').set({ due_at: null }).where('id', '=', id).execute()
  }
}

async function listDue<Body>(db: Db, kind: 'payment' | 'token' | 'event', now: Date) {
  const { rows } = await sql<{ id: string; body: Body }>`
    select id, body from simulated_bank where kind = ${kind} and due_at <= ${now}
    order by due_at, id limit ${BATCH}`.execute(db)
  return rows
}

async function decide(db: Db, id: string, payment: BankPayment, now: Date): Promise<void> {
  const token = await lookUp(db, 'token', payment.token_id)
  if (!token) return
  const { fault } = token
  const isFirst = token.debits === 0
  const reason =
    token.status !== 'confirmed' || (isFirst && fault === 'revoked_at_bank')
      ? 'mandate_cancelled'
      : isFirst && fault === 'insufficient_balance'
        ? 'insufficient_funds'
        : null
  const decided = { ...payment, status: reason ? ('failed' as const) : ('captured' as const), error_reason: reason }
  const revoked = reason === 'mandate_cancelled' ? { status: 'cancelled' as const } : {}
  await db.transaction().execute(async (tx) => {
    // Two workers may meet here: the bank decides once.
    const mine = tx
      .updateTable('simulated_bank')
      .set({ due_at: null })
      .where('id', '=', id)
      .where('due_at', 'is not', null)
    if ((await mine.executeTakeFirst()).numUpdatedRows === 0n) return
    await amend(tx, 'payment', id, decided)
    await amend(tx, 'token', payment.token_id, { debits: token.debits + 1, ...revoked })
    await announcePayment(tx, id, decided, { at: now, fault })
    if (reason === 'mandate_cancelled')
      await announceToken(tx, payment.token_id, { ...token, status: 'cancelled' }, { at: now, fault })
  })
}
