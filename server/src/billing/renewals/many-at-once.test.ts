// Renewals that share a transaction: each is granted once, whatever happens to the others.
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { RecurringPayments } from '../../platform/providers/recurring/recurring-payments.ts'
import { runSimulatedBank } from '../../platform/providers/recurring/run-simulated-bank.ts'
import { ledgerSum } from '../../testing/test-plans.ts'
import { passTime, signUpPayer } from '../../testing/test-renewals.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { applyEvents, invoicePayments, openEventIntake } from '../payments/index.ts'
import { runRenewals } from './run-renewals.ts'

const server = serverForFile()
const HOUR_MS = 3_600_000

type Debit = Parameters<RecurringPayments['debit']>[0]
type Payer = Awaited<ReturnType<typeof signUpPayer>>

/** Holders whose plans end in five days, when a bank account's renewal begins. */
async function signUpMany(count: number): Promise<Payer[]> {
  const payers: Payer[] = []
  for (let n = 0; n < count; n++) payers.push(await signUpPayer(server, { method: 'emandate' }))
  await passTime(server, DAY_MS + HOUR_MS)
  const [first] = payers
  server.moveTime(Date.parse(first!.subscription.end_date ?? '') - 5 * DAY_MS - server.deps.clock.now().getTime())
  server.moveTime(HOUR_MS)
  return payers
}

const idsOf = (payers: readonly Payer[]) => payers.map(({ user }) => user.id)

/** No webhook arrives: what the bank has decided is found by looking. */
async function pass(ms: number, run: () => Promise<unknown> = () => runRenewals(server.deps)): Promise<unknown> {
  server.moveTime(ms)
  await runSimulatedBank(server.deps.db, server.deps.clock, async () => undefined)
  return run()
}

/** Announced, debited, and decided by the bank: the next look finds captures. */
async function debitAll(run?: () => Promise<unknown>): Promise<void> {
  await pass(0, run)
  await pass(DAY_MS, run)
}

/** Everything that a grant leaves behind, counted by holder. */
async function grantsOf(payers: readonly Payer[]) {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from payments y where y.user_id = u.id and y.effect = 'granted' and y.renews_end_at is not null) as payments,
      (select count(*)::int from renewals r where r.user_id = u.id and r.state = 'paid') as renewals,
      (select count(*)::int from periods p join payments y on y.id = p.payment_id
        where y.user_id = u.id and y.renews_end_at is not null) as periods,
      (select count(*)::int from ledger_entries e join payments y on y.id = e.payment_id
        where y.user_id = u.id and y.renews_end_at is not null) as entries,
      (select count(*)::int from audit_lines a join payments y on y.id::text = a.subject_id
        where y.user_id = u.id and y.renews_end_at is not null and a.action = 'payment.granted') as audits,
      (select count(*)::int from system_logs l join payments y on y.id::text = l.details ->> 'payment_id'
        where l.user_id = u.id and y.renews_end_at is not null and l.level = 'SUCCESS') as logs,
      (select count(*)::int from mails m where m.recipient = u.email and m.subject like 'Payment received%'
        and m.created_at > s.start_at + interval '20 days') as mails,
      (select count(*)::int from invoices i join payments y on y.id = i.payment_id
        where y.user_id = u.id and y.renews_end_at is not null) as invoices,
      round(extract(epoch from s.end_at - s.start_at) / 86400)::int as days
    from unnest(${idsOf(payers)}::uuid[]) with ordinality asked (id, place)
    join users u on u.id = asked.id join subscriptions s on s.user_id = u.id and s.status = 'active'
    order by place`.execute(server.db)
  return rows
}

const ONCE = { payments: 1, renewals: 1, periods: 1, entries: 2, audits: 1, logs: 1, mails: 1, invoices: 1, days: 60 }
const NEVER = { payments: 0, renewals: 0, periods: 0, entries: 0, audits: 0, logs: 0, mails: 0, invoices: 0, days: 30 }

async function checkLedger(): Promise<void> {
  expect(Object.values(await ledgerSum(server)).reduce((sum, each) => sum + each, 0n)).toBe(0n)
}

test('renewals that come due together are granted in one transaction, each once', async () => {
  const payers = await signUpMany(5)
  await debitAll()
  await pass(7 * HOUR_MS)
  await invoicePayments(server.deps)
  expect(await grantsOf(payers)).toEqual(payers.map(() => ONCE))
  const { rows } = await sql`
    select distinct xmin::text from renewals where user_id = any(${idsOf(payers)}::uuid[])`.execute(server.db)
  expect(rows).toHaveLength(1)
  await pass(DAY_MS)
  await invoicePayments(server.deps)
  expect(await grantsOf(payers)).toEqual(payers.map(() => ONCE))
  await checkLedger()
})

test('a worker that dies after the bank was asked is followed by another, and nobody is debited twice', async () => {
  const payers = await signUpMany(5)
  await pass(0)
  const { deps } = server
  let asked = 0
  const recurring = {
    ...deps.payments!.recurring!,
    debit: async (wanted: Debit) => {
      await deps.payments!.recurring!.debit(wanted)
      asked += 1
      // Its answer reaches nobody.
      return new Promise<string>(() => undefined)
    },
  }
  server.moveTime(DAY_MS)
  void runRenewals({ ...deps, payments: { ...deps.payments!, recurring } })
  await vi.waitFor(() => expect(asked).toBe(payers.length), { timeout: 10_000, interval: 20 })
  await pass(HOUR_MS)
  await pass(7 * HOUR_MS)
  await invoicePayments(deps)
  expect(await grantsOf(payers)).toEqual(payers.map(() => ONCE))
  const { rows } = await sql<{ debits: number }>`
    select count(*)::int as debits from simulated_bank b join payments y on y.order_id = b.body ->> 'order_id'
    where b.kind = 'payment' and y.renews_end_at is not null and y.user_id = any(${idsOf(payers)}::uuid[])`.execute(
    server.db,
  )
  expect(rows).toEqual([{ debits: payers.length }])
  await checkLedger()
})

test('one that cannot be granted leaves the others granted once, and is granted later', async () => {
  const payers = await signUpMany(5)
  await debitAll()
  const broken = payers[2]!
  await server.asOwner(async (db) => {
    await sql`
      create function break_one() returns trigger language plpgsql as $$
      begin
        if new.user_id = ${sql.lit(broken.user.id)} then raise exception 'broken for one'; end if;
        return new;
      end $$`.execute(db)
    await sql`create trigger break_one before insert on ledger_entries for each row execute function break_one()`.execute(
      db,
    )
  })
  await expect(pass(7 * HOUR_MS)).rejects.toMatchObject({ errors: [{ message: 'broken for one' }] })
  await invoicePayments(server.deps)
  expect(await grantsOf(payers)).toEqual(payers.map((payer) => (payer === broken ? NEVER : ONCE)))
  await server.asOwner((db) => sql`drop trigger break_one on ledger_entries`.execute(db))
  await pass(HOUR_MS)
  await invoicePayments(server.deps)
  expect(await grantsOf(payers)).toEqual(payers.map(() => ONCE))
  await checkLedger()
})

test('two workers at once grant each renewal once', async () => {
  const payers = await signUpMany(5)
  const both = () => Promise.all([runRenewals(server.deps), runRenewals(server.deps)])
  await debitAll(both)
  await pass(7 * HOUR_MS, both)
  await invoicePayments(server.deps)
  expect(await grantsOf(payers)).toEqual(payers.map(() => ONCE))
  await checkLedger()
})

test('webhooks that arrive twice while the look grants the same captures change nothing more', async () => {
  const payers = await signUpMany(5)
  await debitAll()
  server.moveTime(7 * HOUR_MS)
  const intake = openEventIntake(server.deps)
  await runSimulatedBank(server.deps.db, server.deps.clock, async (event) => {
    await intake.store(event)
    await intake.store({ ...event, id: `${event.id}_again` })
  })
  await Promise.all([runRenewals(server.deps), applyEvents(server.deps), applyEvents(server.deps)])
  await invoicePayments(server.deps)
  expect(await grantsOf(payers)).toEqual(payers.map(() => ONCE))
  await checkLedger()
})

test('two renewals of one holder take turns, each in a transaction of its own', async () => {
  const [payer, other] = await signUpMany(2)
  const [id, now] = [newId(server.deps.clock.now()), server.deps.clock.now()]
  await sql`
    insert into renewals (id, subscription_id, user_id, for_end_at, state, next_at, created_at)
    select ${id}, s.id, s.user_id, s.end_at - interval '30 days', 'open', ${now}, ${now}
    from subscriptions s where s.user_id = ${payer!.user.id} and s.status = 'active'`.execute(server.db)
  await pass(0)
  // The other plan's end was stopped in one transaction, and this one announced in another.
  const { rows } = await sql<{ is_apart: boolean; state: string }>`
    select r.state, r.xmin::text <> m.xmin::text as is_apart
    from renewals r join users u on u.id = r.user_id
    join mails m on m.recipient = u.email and m.subject like '% will be debited for %'
    where r.id = ${id}`.execute(server.db)
  expect(rows).toEqual([{ state: 'stopped', is_apart: true }])
  await pass(DAY_MS)
  await pass(7 * HOUR_MS)
  await invoicePayments(server.deps)
  expect(await grantsOf([payer!, other!])).toEqual([ONCE, ONCE])
})
