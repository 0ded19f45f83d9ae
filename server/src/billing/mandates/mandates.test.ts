// Mandates at the simulated bank: how one comes about, what its holder sees, and how it ends.
import { DAY_MS } from '@trading-bot/core/time'
import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { listPayments } from '@trading-bot/contract/rest/billing/payments'
import {
  approveSimulated,
  cancelMandate,
  readRenewal,
  registerMandate,
} from '@trading-bot/contract/rest/billing/renewals'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { auditOf, mailsTo, newestMail, relog, signUp } from '../../testing/test-accounts.ts'
import { ledgerSum, signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { passTime, runMinute, signUpPayer, tellOfCancelled } from '../../testing/test-renewals.ts'
import { runSimulatedBank } from '../../platform/providers/recurring/run-simulated-bank.ts'
import type { SimulatedPayments } from '../../platform/providers/simulated-payments.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { applyEvents, openEventIntake } from '../payments/index.ts'

const server = serverForFile()

test('CALL POST /subscriptions/mandate/ names the order, the most that a debit may take and its end', async () => {
  const { token } = await signUpHolder(server)
  const { body } = await server.call(registerMandate, { method: 'upi' }, token)
  expect(body.checkout).toMatchObject({ amount: 100, currency: 'INR', is_simulated: true })
  expect(body.mandate).toMatchObject({ state: 'created', method: 'upi', max_amount: 1998 })
  expect(body.mandate.expires_at).toMatch(/^2031-11-/)
  // A second click continues with the same order; another method begins anew.
  const again = (await server.call(registerMandate, { method: 'upi' }, token)).body
  expect(again.checkout.order_id).toBe(body.checkout.order_id)
  const card = (await server.call(registerMandate, { method: 'card' }, token)).body
  expect(card.mandate.id).not.toBe(body.mandate.id)
  // A bank account is registered without a charge.
  expect((await server.call(registerMandate, { method: 'emandate' }, token)).body.checkout.amount).toBe(0)
})

test('a mandate needs a plan to renew', async () => {
  const { access } = await signUp(server)
  const { body } = await server.call(registerMandate, { method: 'upi' }, access)
  expect(body).toMatchObject({ code: 'NO_SUBSCRIPTION' })
})

test('an approved mandate is confirmed, turns renewal on, and what it charged is credit with an invoice', async () => {
  const before = await ledgerSum(server)
  const { token, approved, user } = await signUpPayer(server)
  expect(approved.body).toMatchObject({
    message: 'Automatic payments are set up.',
    mandate: { state: 'confirmed', bank: 'Test Bank', account_hint: '4242' },
  })
  const subscription = (await server.call(readMySubscription, {}, token)).body
  expect(subscription).toMatchObject({ auto_renew: true, credit: 1, amount_paid: 1000 })
  const [payment] = (await server.call(listPayments, {}, token)).body
  expect(payment).toMatchObject({ purpose: 'mandate', amount: 1, status: 'success' })
  const after = await ledgerSum(server)
  expect((after['credit'] ?? 0n) - (before['credit'] ?? 0n)).toBe(-100n)
  const mail = await newestMail(server, user.email)
  expect(mail.subject).toBe('Automatic payments are set up')
  expect(mail.text).toContain('UPI Autopay (Test Bank, 4242)')
  // The webhooks that follow change nothing.
  await passTime(server, 2 * 3_600_000)
  expect((await server.call(readMySubscription, {}, await relog(server, token))).body.credit).toBe(1)
})

test('double and misordered webhooks of a registration change nothing', async () => {
  for (const outcome of ['double_webhook', 'out_of_order', 'late_webhook'] as const) {
    const { token, user } = await signUpPayer(server, { outcome })
    await passTime(server, 3 * 3_600_000)
    const later = await relog(server, token)
    expect((await server.call(readRenewal, {}, later)).body.mandate?.state).toBe('confirmed')
    expect((await server.call(readMySubscription, {}, later)).body.credit).toBe(1)
    const mails = await mailsTo(server, user.email)
    expect(mails.filter((subject) => subject === 'Automatic payments are set up')).toHaveLength(1)
  }
})

test('a declined registration charges nothing and can be tried again', async () => {
  const { token, approved, user } = await signUpPayer(server, { outcome: 'declined' })
  expect(approved.body.mandate.state).toBe('created')
  await runMinute(server)
  const { mandate } = (await server.call(readRenewal, {}, token)).body
  // Its token is known by no payment, so the registration simply did not come about.
  expect(mandate?.state).toBe('created')
  expect((await server.call(readMySubscription, {}, token)).body).toMatchObject({ credit: 0, auto_renew: false })
  expect(await mailsTo(server, user.email)).not.toContain('Automatic payments are set up')
  // Another try is possible.
  const other = await server.call(registerMandate, { method: 'card' }, token)
  expect(other.status).toBe(200)
})

test('the mandate of a bank account is confirmed, or rejected with a reason, by its bank on the next day', async () => {
  const { token, approved } = await signUpPayer(server, { method: 'emandate' })
  const other = await signUpPayer(server, { method: 'emandate', outcome: 'declined' })
  expect(approved.body.mandate.state).toBe('initiated')
  await passTime(server, DAY_MS + 3_600_000)
  expect((await server.call(readRenewal, {}, await relog(server, token))).body.mandate?.state).toBe('confirmed')
  const { mandate } = (await server.call(readRenewal, {}, await relog(server, other.token))).body
  expect(mandate).toMatchObject({ state: 'rejected', reason: 'The bank declined the mandate.' })
  expect((await newestMail(server, other.user.email)).subject).toBe('Automatic payments could not be set up')
})

test('CALL PUT /subscriptions/mandate/{id}/cancel/ counts at once, is told to the provider, and cannot be undone', async () => {
  const { token, mandateId, user } = await signUpPayer(server)
  const cancelled = await server.call(cancelMandate, { id: mandateId }, token)
  expect(cancelled.body).toMatchObject({ mandate: { state: 'cancelled', reason: 'You cancelled it' } })
  await tellOfCancelled(server)
  const row = await server.db.selectFrom('mandates').selectAll().where('id', '=', mandateId).executeTakeFirstOrThrow()
  expect(row.cancel_told_at).not.toBeNull()
  const [token_] = await server.deps.payments!.recurring!.listTokens(row.customer_id!)
  expect(token_?.status).toBe('cancelled')
  await runMinute(server)
  expect((await server.call(cancelMandate, { id: mandateId }, token)).body).toMatchObject({ code: 'MANDATE_OVER' })
  expect(await auditOf(server, mandateId)).toEqual(['mandate.created', 'mandate.cancelled'])
  expect((await newestMail(server, user.email)).subject).toBe('Automatic payments are cancelled')
  expect((await server.call(registerMandate, { method: 'upi' }, token)).status).toBe(200)
})

test('a webhook that came before its payment counts where the provider does not list the mandate', async () => {
  const { token } = await signUpHolder(server)
  const { body } = await server.call(registerMandate, { method: 'upi' }, token)
  const { deps } = server
  const payments = deps.payments as SimulatedPayments
  await payments.bank.approve(body.checkout.order_id, 'none')
  const silent = {
    ...deps,
    payments: { ...payments, recurring: { ...payments.recurring!, listTokens: async () => [] } },
  }
  const events: { id: string; event: string; body: string }[] = []
  await runSimulatedBank(deps.db, deps.clock, async (each) => void events.push(each))
  // The mandate's own event first: nobody knows yet whose it is.
  for (const each of events.filter(({ event }) => event.startsWith('token.'))) await openEventIntake(deps).store(each)
  await applyEvents(silent)
  expect((await server.call(readRenewal, {}, token)).body.mandate?.state).toBe('created')
  for (const each of events) await openEventIntake(deps).store(each)
  await applyEvents(silent)
  expect((await server.call(readRenewal, {}, token)).body.mandate?.state).toBe('confirmed')
})

test('closing the account ends its mandate and forgets the bank account', async () => {
  const { token, mandateId } = await signUpPayer(server)
  await server.call(closeAccount, { confirm: 'CLOSE', password: 'Kaveri82' }, token)
  const find = server.db.selectFrom('mandates').selectAll().where('id', '=', mandateId)
  expect(await find.executeTakeFirst()).toMatchObject({ state: 'cancelled', account_hint: null })
})

test('one mandate at a time: a second one is refused while the first can be debited', async () => {
  const { token, mandateId } = await signUpPayer(server)
  expect((await server.call(registerMandate, { method: 'card' }, token)).body).toMatchObject({ code: 'MANDATE_ACTIVE' })
  const again = await server.call(approveSimulated, { id: mandateId, outcome: 'none' }, token)
  expect(again.body).toMatchObject({ code: 'MANDATE_OVER' })
})

test("nobody sees or ends another's mandate", async () => {
  const { mandateId } = await signUpPayer(server)
  const other = await signUpBuyer(server)
  expect((await server.call(cancelMandate, { id: mandateId }, other.token)).status).toBe(404)
  expect((await server.call(readRenewal, {}, other.token)).body.mandate).toBeNull()
})
