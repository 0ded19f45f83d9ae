// Exactly once, whatever happens: webhooks in any order and any number, two workers, and a crash between any two steps.
import { DAY_MS } from '@trading-bot/core/time'
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import { cancelMandate, SimulatedOutcome } from '@trading-bot/contract/rest/billing/renewals'
import { cancelSubscription, toggleAutoRenew } from '@trading-bot/contract/rest/billing/subscriptions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ProviderUnreachable } from '../../platform/providers/payment-provider.ts'
import { runSimulatedBank } from '../../platform/providers/recurring/run-simulated-bank.ts'
import { relog } from '../../testing/test-accounts.ts'
import { signUpPayer } from '../../testing/test-renewals.ts'
import { serverForFile } from '../../testing/test-server.ts'
import type { Deps } from '../../platform/http/context.ts'
import { applyEvents, openEventIntake } from '../payments/index.ts'
import { expireSubscriptions } from '../subscriptions/index.ts'
import { runRenewals } from './run-renewals.ts'

const server = serverForFile()
const HOUR_MS = 3_600_000

const Kind = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'two-workers' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('crash' as const), after: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('webhooks' as const), order: fc.infiniteStream(fc.nat(97)) }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...(['pays', 'turns-off', 'cancels-mandate', 'cancels-plan'] as const))
      .map((kind) => ({ kind })),
  },
)
/** What happens next. A crash is a call whose answer never arrives, whether or not the provider has acted. */
const Happening = fc.record({ hours: fc.nat(26), what: Kind })
type Happening = typeof Happening extends fc.Arbitrary<infer T> ? T : never

/** Webhooks wait here until a happening delivers some of them, in an order of its own and some of them twice. */
async function deliver(order: Iterator<number>): Promise<void> {
  const { deps } = server
  const waiting: { id: string; event: string; body: string }[] = []
  await runSimulatedBank(deps.db, deps.clock, async (each) => void waiting.push(each))
  const shuffled = waiting
    .flatMap((each) => [each, ...(order.next().value % 3 === 0 ? [{ ...each, id: `${each.id}_again` }] : [])])
    .map((each) => ({ each, place: order.next().value as number }))
    .toSorted((a, b) => a.place - b.place)
  const intake = openEventIntake(deps)
  for (const { each } of shuffled) await intake.store(each)
  await applyEvents(deps).catch(() => undefined)
}

/** The same database, with a provider whose next answer gets lost before or after it has acted. */
function crashing(after: boolean): Deps {
  const { deps } = server
  const provider = deps.payments!
  const recurring = provider.recurring!
  const lost = async <T>(act: () => Promise<T>): Promise<T> => {
    if (after) await act()
    throw new ProviderUnreachable('the answer was lost')
  }
  return {
    ...deps,
    payments: {
      ...provider,
      recurring: {
        ...recurring,
        createDebitOrder: (order) => lost(() => recurring.createDebitOrder(order)),
        debit: (debit) => lost(() => recurring.debit(debit)),
      },
    },
  }
}

const zeros = function* () {
  for (;;) yield 1
}

async function happen({ hours, what }: Happening, payer: Awaited<ReturnType<typeof signUpPayer>>): Promise<void> {
  const { deps } = server
  server.moveTime(hours * HOUR_MS)
  if (what.kind === 'two-workers') await Promise.all([runRenewals(deps), runRenewals(deps)])
  if (what.kind === 'crash') {
    await runRenewals(crashing(what.after))
    server.moveTime(2 * 60_000)
  }
  if (what.kind === 'webhooks') await deliver(what.order[Symbol.iterator]())
  if (['two-workers', 'crash', 'webhooks'].includes(what.kind)) return
  const token = await relog(server, payer.token)
  if (what.kind === 'turns-off') await server.call(toggleAutoRenew, { auto_renew: false }, token)
  if (what.kind === 'cancels-mandate') await server.call(cancelMandate, { id: payer.mandateId }, token)
  if (what.kind === 'cancels-plan') await server.call(cancelSubscription, {}, token)
  if (what.kind === 'pays') {
    const choice = { bot_plan_id: payer.botPlan('ema_strategy').id, renew: true }
    const { status, body } = await server.call(createOrder, choice, token)
    if (status === 200) await server.call(simulatedSuccess, { payment_id: body.data.payment_id }, token)
  }
}

test('whatever happens, each capture counts once or goes back, no two debits renew one end, and the ledger is zero', async () => {
  const life = fc.record({
    outcome: fc.constantFrom(...SimulatedOutcome.options.filter((each) => each !== 'declined')),
    method: fc.constantFrom('upi' as const, 'card' as const, 'emandate' as const),
    happenings: fc.array(Happening, { minLength: 6, maxLength: 24 }),
  })
  await fc.assert(
    fc.asyncProperty(life, async ({ outcome, method, happenings }) => {
      const payer = await signUpPayer(server, { outcome, method })
      await deliver(zeros())
      server.moveTime(DAY_MS)
      await deliver(zeros())
      server.moveTime(24 * DAY_MS)
      await runRenewals(server.deps)
      for (const what of happenings) {
        await happen(what, payer)
        await expireSubscriptions(server.deps)
      }
      // In the end everything is delivered and looked at.
      for (let day = 0; day < 8; day++) {
        server.moveTime(DAY_MS)
        await deliver(zeros())
        await runRenewals(server.deps)
      }
      await checkMoney(payer.user.id)
      if (happenings.every(({ what: { kind } }) => !kind.startsWith('cancels') && kind !== 'pays'))
        await checkNoneInVain(payer.user.id)
    }),
    { numRuns: Number(process.env['RENEWAL_RUNS'] ?? 5) },
  )
}, 120_000)

/** Holds after any course of events. */
async function checkMoney(userId: string): Promise<void> {
  const { db } = server
  const { rows: sums } = await sql<{ kind: string; sum: string }>`
    select 'all' as kind, coalesce(sum(l.amount_paise), 0)::text as sum
    from ledger_lines l join ledger_entries e on e.id = l.entry_id where e.user_id = ${userId}`.execute(db)
  expect(sums).toEqual([{ kind: 'all', sum: '0' }])
  // The bank's captures, by order, against what we have of them.
  const { rows: captures } = await sql<{ order_id: string; captured: string; effect: string | null; refunded: string }>`
    select y.order_id, y.effect,
      (select count(*) from simulated_bank b where b.kind = 'payment' and b.body ->> 'order_id' = y.order_id
        and b.body ->> 'status' = 'captured')::text as captured,
      (select coalesce(sum(amount_paise), 0) from refunds r where r.payment_id = y.id)::text as refunded
    from payments y where y.user_id = ${userId} and (y.renews_end_at is not null or y.purpose = 'mandate')`.execute(db)
  for (const { captured, effect } of captures) {
    expect(Number(captured)).toBeLessThanOrEqual(1)
    expect(effect === null).toBe(captured === '0')
  }
  const { rows: twice } = await sql`
    select renews_end_at from payments where user_id = ${userId} and effect = 'granted' and renews_end_at is not null
    group by renews_end_at having count(*) > 1`.execute(db)
  expect(twice).toEqual([])
  // Billing periods neither overlap nor leave value behind.
  const { rows: overlapping } = await sql`
    select a.id from periods a join periods b on a.subscription_id = b.subscription_id and a.id < b.id
      and a.closed_at is null and b.closed_at is null and a.starts_at < b.ends_at and b.starts_at < a.ends_at
    join subscriptions s on s.id = a.subscription_id where s.user_id = ${userId}`.execute(db)
  expect(overlapping).toEqual([])
  const { rows: deferred } = await sql<{ deferred: string; open: string }>`
    select (select coalesce(-sum(l.amount_paise), 0) from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where e.user_id = ${userId} and l.account = 'deferred')::text as deferred,
      (select coalesce(sum(p.value_paise), 0) from periods p join subscriptions s on s.id = p.subscription_id
        where s.user_id = ${userId} and p.closed_at is null)::text as open`.execute(db)
  expect(deferred[0]?.deferred).toBe(deferred[0]?.open)
  // Every debit that counted bought the period after the end it was made for, or, after that end, one from the capture.
  const { rows: misplaced } = await sql`
    select y.id from payments y
    where y.user_id = ${userId} and y.effect = 'granted' and y.renews_end_at is not null and not exists (
      select from periods p where p.payment_id = y.id and p.starts_at in (y.renews_end_at, date_trunc('milliseconds', y.paid_at)))`.execute(
    db,
  )
  expect(misplaced).toEqual([])
  // What was paid says so, in the renewal and in its attempt.
  const { rows: halfDone } = await sql`
    select r.id from payments y join renewal_attempts a on a.payment_id = y.id join renewals r on r.id = a.renewal_id
    where y.user_id = ${userId} and y.effect = 'granted' and (r.state <> 'paid' or a.state <> 'captured')`.execute(db)
  expect(halfDone).toEqual([])
  // At most three final failures, and nothing is left half done.
  const { rows: attempts } = await sql<{ failed: number }>`
    select r.attempts as failed from renewals r where r.user_id = ${userId}`.execute(db)
  for (const { failed } of attempts) expect(failed).toBeLessThanOrEqual(3)
}

/** Without anybody else's doing no debit is made that has to go back. */
async function checkNoneInVain(userId: string): Promise<void> {
  const returned = server.db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('effect', '=', 'returned')
  expect(await returned.execute()).toEqual([])
}
