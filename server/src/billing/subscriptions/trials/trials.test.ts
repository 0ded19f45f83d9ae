// Free trials: once per person, on paper, ended by themselves or by a mandate; in virtual days.
import { listTrials, readBusiness } from '@trading-bot/contract/rest/billing/business'
import { createOrder, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  approveSimulated,
  readRenewal,
  readTrialTerms,
  registerMandate,
} from '@trading-bot/contract/rest/billing/renewals'
import {
  cancelSubscription,
  downgradeSubscription,
  readMySubscription,
  startTrial,
  toggleAutoRenew,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { adminForFile, mailsTo, newestMail, relog } from '../../../testing/test-accounts.ts'
import { ledgerSum, signUpBuyer } from '../../../testing/test-plans.ts'
import { passTime, runMinute } from '../../../testing/test-renewals.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { rollUpBusiness } from '../../business/index.ts'
import { renewSubscriptions } from '../../payments/index.ts'
import { tellOfTrials } from '../../renewals/index.ts'
import { findConfiguration, remindOfPlanEnd } from '../index.ts'

const server = serverForFile()
const admin = adminForFile(server)
const HOUR_MS = 3_600_000
let phones = 0

const waitsForPayment = async (id: string) => (await findConfiguration(server.db, id))?.is_paper_trial

/** A person with a telephone of their own, before a plan that offers two weeks. */
async function signUpVisitor(days = 14) {
  const buyer = await signUpBuyer(server)
  phones += 1
  const phone_number = `+91 98300 ${String(10_000 + phones)}`
  await server.db.updateTable('users').set({ phone_number }).where('id', '=', buyer.user.id).execute()
  const plan = buyer.botPlan('ema_strategy')
  await server.db.updateTable('bot_plans').set({ trial_days: days }).where('id', '=', plan.id).execute()
  const choice = { bot_plan_id: plan.id }
  const subscription = async () => (await server.call(readMySubscription, {}, await relog(server, buyer.token))).body
  const token = () => relog(server, buyer.token)
  return { ...buyer, plan, choice, subscription, fresh: token }
}

async function signUpTrial() {
  const visitor = await signUpVisitor()
  const started = await server.call(startTrial, visitor.choice, visitor.token)
  expect(started.status).toBe(201)
  return { ...visitor, started, endMs: Date.parse(started.body.subscription.end_date ?? '') }
}

async function setUpMandate(token: string) {
  const { mandate } = (await server.call(registerMandate, { method: 'upi' }, token)).body
  await server.call(approveSimulated, { id: mandate.id, outcome: 'none' }, token)
  await runMinute(server)
}

async function minute() {
  await tellOfTrials(server.deps)
  await renewSubscriptions(server.deps)
  await remindOfPlanEnd(server.deps)
  await runMinute(server)
}

const balance = async () => Object.values(await ledgerSum(server)).reduce((sum, each) => sum + each, 0n)

test('a trial runs its days on paper without a payment and ends by itself, told three days and one day before', async () => {
  const trial = await signUpTrial()
  const begun = trial.started.body.subscription
  expect(trial.started.body.message).toBe('Your 14-day trial of EMA Monthly has begun.')
  expect(begun).toMatchObject({ status: 'active', amount_paid: 0, unused_value: 0, auto_renew: false })
  expect(begun.trial).toEqual({ ends_at: begun.end_date, is_paper_only: true })
  expect(begun.bot_plan?.price).toBe(999)
  expect(await waitsForPayment(begun.id)).toBe(true)
  server.moveTime(11 * DAY_MS)
  await minute()
  await minute()
  server.moveTime(2 * DAY_MS)
  await minute()
  await minute()
  const { text } = await newestMail(server, trial.user.email)
  expect(text).toContain('Nothing is debited: it ends by itself. Until then your bot trades on paper.')
  server.moveTime(DAY_MS)
  await minute()
  expect((await trial.subscription()).status).toBe('expired')
  const about = (await mailsTo(server, trial.user.email)).slice(1)
  expect(about).toEqual([
    'Your free trial ends in three days',
    'Your free trial ends within a day',
    'Your free trial has ended',
  ])
  expect(await server.db.selectFrom('payments').select('id').where('user_id', '=', trial.user.id).execute()).toEqual([])
})

test('one person has one trial: not again, not by another account with the same mailbox or telephone', async () => {
  const first = await signUpTrial()
  server.moveTime(15 * DAY_MS)
  await minute()
  const again = await server.call(startTrial, first.choice, await first.fresh())
  expect([again.status, again.body]).toMatchObject([409, { code: 'TRIAL_USED' }])
  const row = await server.db
    .selectFrom('users')
    .select(['email', 'phone_number'])
    .where('id', '=', first.user.id)
    .executeTakeFirstOrThrow()
  const [local, domain] = row.email.split('@')
  const [sameMail, samePhone] = [await signUpVisitor(), await signUpVisitor()]
  const rename = (id: string, change: { email?: string; phone_number?: string }) =>
    server.db.updateTable('users').set(change).where('id', '=', id).execute()
  await rename(sameMail.user.id, { email: `${local}+second@${domain}` })
  await rename(samePhone.user.id, { phone_number: row.phone_number.replaceAll(' ', '-') })
  for (const other of [sameMail, samePhone]) {
    expect((await server.call(startTrial, other.choice, other.token)).body).toMatchObject({ code: 'TRIAL_USED' })
    const terms = (await server.call(readTrialTerms, other.choice, other.token)).body
    expect(terms.refusal).toBe('You have already had a free trial. Choose a plan to continue.')
  }
})

test('twenty requests at once begin one trial; a plan without one, a plan beside it and an unverified address are refused', async () => {
  const visitor = await signUpVisitor()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => server.call(startTrial, visitor.choice, visitor.token)),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  const rows = server.db.selectFrom('periods').innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
  expect(await rows.select('periods.id').where('user_id', '=', visitor.user.id).execute()).toHaveLength(1)
  const other = await signUpVisitor()
  const none = { bot_plan_id: other.botPlan('momentum_strategy').id }
  expect((await server.call(startTrial, none, other.token)).body).toMatchObject({ code: 'NO_TRIAL' })
  await server.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', other.user.id).execute()
  expect((await server.call(startTrial, other.choice, other.token)).body).toMatchObject({ code: 'TRIAL_NEEDS_EMAIL' })
  expect((await server.call(startTrial, {} as never, other.token)).status).toBe(400)
  const { order } = { order: (await server.call(createOrder, none, other.token)).body.data }
  await server.call(simulatedSuccess, { payment_id: order.payment_id }, other.token)
  expect((await server.call(startTrial, other.choice, other.token)).body).toMatchObject({ code: 'ALREADY_SUBSCRIBED' })
})

test('five accounts with one telephone that ask at once have one trial between them', async () => {
  const accounts = []
  for (let count = 0; count < 5; count += 1) accounts.push(await signUpVisitor())
  const ids = accounts.map(({ user }) => user.id)
  await server.db.updateTable('users').set({ phone_number: '9840012345' }).where('id', 'in', ids).execute()
  const replies = await Promise.all(accounts.map(({ choice, token }) => server.call(startTrial, choice, token)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
})

test('by a mandate the trial turns into the plan: price and date are known before, its rupee is credit, and MRR begins with the paid period', async () => {
  const visitor = await signUpVisitor()
  const terms = (await server.call(readTrialTerms, visitor.choice, visitor.token)).body
  expect(terms).toMatchObject({ refusal: null, days: 14, is_paper_only: true, charge: 999, period_days: 30 })
  const first = terms.first_debits.find(({ method }) => method === 'upi')
  expect(first).toMatchObject({ amount: 998, credit: 1 })
  const started = await server.call(startTrial, visitor.choice, visitor.token)
  const endMs = Date.parse(started.body.subscription.end_date ?? '')
  await setUpMandate(visitor.token)
  const panel = (await server.call(readRenewal, {}, visitor.token)).body
  expect(panel).toMatchObject({ is_trial: true, auto_renew: true, next_debit: { amount: 998, credit: 1 } })
  expect(Math.abs(Date.parse(panel.next_debit!.at) - Date.parse(first!.at))).toBeLessThan(60_000)
  const mrr = async () => {
    await rollUpBusiness(server.deps)
    const rows = server.db.selectFrom('payer_months').select('user_id').where('user_id', '=', visitor.user.id)
    return (await rows.execute()).length
  }
  expect(await mrr()).toBe(0)
  server.moveTime(11 * DAY_MS)
  await minute()
  const told = await newestMail(server, visitor.user.email)
  expect(told.text).toContain('₹998.00')
  await passTime(server, 2 * DAY_MS)
  const paid = await visitor.subscription()
  expect(paid).toMatchObject({ is_renewed: true, trial: null, amount_paid: 999 })
  expect(Date.parse(paid.end_date ?? '') - endMs).toBe(30 * DAY_MS)
  expect(await waitsForPayment(paid.id)).toBe(false)
  // The trial still runs, so the month's revenue does not know it yet.
  expect(await mrr()).toBe(0)
  await passTime(server, 2 * DAY_MS)
  expect(await mrr()).toBe(1)
  expect(await balance()).toBe(0n)
})

test('cancelling keeps the trial to its end; what was paid for the time after it comes back whole', async () => {
  const [plain, paid] = [await signUpTrial(), await signUpTrial()]
  await setUpMandate(plain.token)
  const { order } = { order: (await server.call(createOrder, { ...paid.choice, renew: true }, paid.token)).body.data }
  await server.call(simulatedSuccess, { payment_id: order.payment_id }, paid.token)
  server.moveTime(5 * DAY_MS)
  // The second time changes nothing.
  for (const each of [plain, paid, plain]) {
    const reply = await server.call(cancelSubscription, {}, await each.fresh())
    expect(reply.body.subscription).toMatchObject({ status: 'active', auto_renew: false, is_renewed: false })
    expect(Date.parse(reply.body.subscription.end_date ?? '')).toBe(each.endMs)
  }
  const lines = server.db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'entry_id')
    .select('amount_paise')
    .where('user_id', '=', paid.user.id)
    .where('account', '=', 'refundable')
  expect(await lines.execute()).toEqual([{ amount_paise: '-99900' }])
  await passTime(server, 10 * DAY_MS)
  for (const each of [plain, paid]) expect((await each.subscription()).status).toBe('expired')
  expect((await plain.subscription()).amount_paid).toBe(1)
  expect(await balance()).toBe(0n)
})

test('renewal switched on without a mandate charges nobody', async () => {
  const trial = await signUpTrial()
  await server.call(toggleAutoRenew, { auto_renew: true }, trial.token)
  server.moveTime(13.5 * DAY_MS)
  await minute()
  await passTime(server, DAY_MS, 6 * HOUR_MS)
  expect(await trial.subscription()).toMatchObject({ status: 'expired', amount_paid: 0 })
})

test('dearer and cheaper go by the plan of the trial: up is paid in full, down stays a trial to the same end', async () => {
  const [up, down] = [await signUpTrial(), await signUpTrial()]
  server.moveTime(DAY_MS)
  const dearer = { bot_plan_id: up.botPlan('macd_strategy').id }
  const refused = await server.call(downgradeSubscription, dearer, await up.fresh())
  expect(refused.body).toMatchObject({ code: 'NOT_CHEAPER' })
  const upgraded = await server.call(upgradeSubscription, dearer, await up.fresh())
  expect(upgraded.body.subscription).toMatchObject({ amount_paid: 1499, trial: null })
  const cheaper = { plan_id: down.plans.find(({ name }) => name === 'Starter')!.id }
  const { subscription } = (await server.call(downgradeSubscription, cheaper, await down.fresh())).body
  expect(subscription).toMatchObject({ amount_paid: 0, plan: { name: 'Starter', price: 499 } })
  expect(subscription.trial).not.toBeNull()
  expect(Date.parse(subscription.end_date ?? '')).toBe(down.endMs)
  expect(await balance()).toBe(0n)
})

test('a trial may be live where the operator says so', async () => {
  const visitor = await signUpVisitor()
  const allow = (isAllowed: boolean) =>
    server.db.updateTable('bot_plans').set({ trial_allows_live: isAllowed }).where('id', '=', visitor.plan.id).execute()
  await allow(true)
  const { subscription } = (await server.call(startTrial, visitor.choice, visitor.token)).body
  await allow(false)
  expect(subscription.trial?.is_paper_only).toBe(false)
  expect(await waitsForPayment(subscription.id)).toBe(false)
})

test('the desk counts trials by the month of their end, and each figure opens its trials', async () => {
  server.moveTime(40 * DAY_MS)
  await minute()
  const token = await relog(server, admin.access)
  const { trials } = (await server.call(readBusiness, {}, token)).body
  const rows = await server.db.selectFrom('trials').selectAll().execute()
  const converted = rows.filter(
    ({ converted_at, ends_at }) => converted_at && converted_at.getTime() <= ends_at.getTime() + 7 * DAY_MS,
  )
  expect(trials.reduce((sum, { begun }) => sum + begun, 0)).toBe(rows.length)
  expect(trials.reduce((sum, { ended }) => sum + ended, 0)).toBe(rows.length)
  expect(trials.reduce((sum, each) => sum + each.converted, 0)).toBe(converted.length)
  expect(converted.length).toBeGreaterThan(0)
  for (const month of trials) {
    for (const list of ['begun', 'ended', 'converted'] as const) {
      const reply = await server.call(listTrials, { month: month.month, list }, token)
      expect([month.month, list, reply.body.length]).toEqual([month.month, list, month[list]])
    }
  }
  const bad = await server.raw('GET', '/api/admin/business/trials/?month=never', { token })
  expect(bad.status).toBe(400)
})
