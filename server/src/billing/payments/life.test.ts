// A subscription over weeks: reminders, renewal, expiry, invoices; and money is never lost.
import { downloadInvoice, listPayments } from '@trading-bot/contract/rest/billing/payments'
import {
  cancelSubscription,
  downgradeSubscription,
  readMySubscription,
  type Subscription,
  toggleAutoRenew,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { openDatabase } from '../../platform/db/client.ts'
import { startJobs } from '../../start-jobs.ts'
import { lockBilling, expireSubscriptions } from '../subscriptions/index.ts'
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { pdfText } from '../../testing/pdf-text.ts'
import { buy, ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { invoicePayments } from './captures/invoice-payments.ts'
import { renewSubscriptions } from './captures/renew-subscriptions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const tokenOf = async (username: string) => (await server.call(logIn, { username, password: 'Kaveri82' })).body.access
const subjects = async (email: string) =>
  (await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).map(
    ({ subject }) => subject,
  )

test('a plan past its end expires, its value becomes revenue, and its holder is notified once', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  const before = await ledgerSum(server)
  server.moveTime(30 * DAY_MS - 1)
  expect(await expireSubscriptions(server.deps)).toBe(0)
  server.moveTime(1)
  expect(await expireSubscriptions(server.deps)).toBe(1)
  expect(await expireSubscriptions(server.deps)).toBe(0)
  const after = await ledgerSum(server)
  expect((after['revenue'] ?? 0n) - (before['revenue'] ?? 0n)).toBe(-99_900n)
  expect((await server.call(readMySubscription, {}, await tokenOf(user.username))).body.status).toBe('expired')
  expect((await subjects(user.email)).filter((subject) => subject === 'Your Trading Bot plan has ended')).toHaveLength(
    1,
  )
})

test('one reminder is sent three days before the end', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  const count = async () =>
    (await subjects(user.email)).filter((subject) => subject.includes('ends in less than 3 days')).length
  await renewSubscriptions(server.deps)
  expect(await count()).toBe(0)
  server.moveTime(27 * DAY_MS)
  await renewSubscriptions(server.deps)
  await renewSubscriptions(server.deps)
  expect(await count()).toBe(1)
  // A subscription that was already reminded is not locked again, so a held billing lock does not block the sweep.
  await server.db.transaction().execute(async (tx) => {
    await lockBilling(tx, user.id, server.deps.clock.now())
    await renewSubscriptions(server.deps)
  })
})

test('a plan does not renew by itself if it is no longer offered or auto-renew is off', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  const { id } = botPlan('macd_strategy')
  await buy(server, token, { bot_plan_id: id })
  const unasked = await signUpBuyer(server)
  await buy(server, unasked.token, { bot_plan_id: botPlan('rsi_strategy').id })
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  server.moveTime(29 * DAY_MS)
  await server.db.updateTable('bot_plans').set({ is_active: false }).where('id', '=', id).execute()
  await renewSubscriptions(server.deps)
  await server.db.updateTable('bot_plans').set({ is_active: true }).where('id', '=', id).execute()
  const paidBy = async (username: string) =>
    (await server.call(readMySubscription, {}, await tokenOf(username))).body.amount_paid
  expect([await paidBy(user.username), await paidBy(unasked.user.username)]).toEqual([1499, 1299])
})

test('starting the jobs renews and expires at once what came due while no process ran', async () => {
  const ended = await signUpBuyer(server)
  await buy(server, ended.token, { bot_plan_id: ended.botPlan('ema_strategy').id })
  server.moveTime(DAY_MS)
  const renewing = await signUpBuyer(server)
  await buy(server, renewing.token, { bot_plan_id: renewing.botPlan('ema_strategy').id })
  await server.call(toggleAutoRenew, { auto_renew: true }, renewing.token)
  server.moveTime(29 * DAY_MS)
  const { pool, close } = openDatabase(server.deps.config.databaseUrl, () => undefined, 8)
  await (await startJobs(server.deps, pool, pino({ level: 'silent' }))).stop()
  await close()
  const subscriptionOf = async (username: string) =>
    (await server.call(readMySubscription, {}, await tokenOf(username))).body
  expect((await subscriptionOf(ended.user.username)).status).toBe('expired')
  expect(await subscriptionOf(renewing.user.username)).toMatchObject({ status: 'active', amount_paid: 1998 })
})

test('with auto-renew on, the plan renews itself once on its last day', async () => {
  const { token, botPlan, user } = await signUpBuyer(server)
  const { subscription } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  server.moveTime(29 * DAY_MS)
  await Promise.all([renewSubscriptions(server.deps), renewSubscriptions(server.deps)])
  const { body } = await server.call(readMySubscription, {}, await tokenOf(user.username))
  expect(Date.parse(body.end_date ?? '') - Date.parse(subscription.end_date ?? '')).toBe(30 * DAY_MS)
  expect(body.amount_paid).toBe(1998)
})

test('invoices are numbered without gaps, add up, and download as a PDF for their owner only', async () => {
  const numbers: string[] = []
  for (let count = 0; count < 3; count++) {
    const { token, botPlan } = await signUpBuyer(server)
    const { order } = await buy(server, token, { bot_plan_id: botPlan('ema_strategy').id })
    expect((await server.call(downloadInvoice, { id: order.payment_id }, token)).status).toBe(404)
    await Promise.all([invoicePayments(server.deps), invoicePayments(server.deps)])
    const [payment] = (await server.call(listPayments, {}, token)).body
    numbers.push(payment?.invoice_number ?? '')
    const address = `${server.url}/api/subscriptions/payment/${order.payment_id}/invoice/`
    const pdf = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const text = pdfText(new Uint8Array(await pdf.arrayBuffer()))
    const wording = ['Receipt', `Number ${payment?.invoice_number}`, 'Test, not a tax invoice', 'INR 999.00']
    for (const part of wording) expect(text).toContain(part)
    const stranger = await signUpBuyer(server)
    expect((await server.call(downloadInvoice, { id: order.payment_id }, stranger.token)).status).toBe(404)
  }
  expect(
    numbers
      .map((number) => Number(number.split('/')[2]))
      .every((number, at, all) => at === 0 || number === (all[at - 1] ?? 0) + 1),
  ).toBe(true)
  expect(numbers[0]).toMatch(/^TEST-INV\/20\d\d-\d\d\/\d{5}$/)
})

test('every paisa is accounted for after any sequence of plan changes', async () => {
  const { botPlans, user } = await signUpBuyer(server)
  const steps = fc.array(fc.record({ plan: fc.nat(botPlans.length - 1), waitMs: fc.nat(9 * DAY_MS) }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      let token = await tokenOf(user.username)
      const first = botPlans[sequence[0]?.plan ?? 0]
      await buy(server, token, { bot_plan_id: first?.id ?? '' })
      for (const { plan, waitMs } of sequence) {
        server.moveTime(waitMs)
        token = await tokenOf(user.username)
        const current = (await server.call(readMySubscription, {}, token)).body
        if (current.status !== 'active') break
        const [before, paidBefore] = [worthOf(current), await paid(token)]
        const choice = { bot_plan_id: botPlans[plan]?.id ?? '' }
        const isDearer = (botPlans[plan]?.price ?? 0) > (current.bot_plan?.price ?? 0)
        await server.call(isDearer ? upgradeSubscription : downgradeSubscription, choice, token)
        // Value after = value before + what was paid in between, to the paisa.
        const after = worthOf((await server.call(readMySubscription, {}, token)).body)
        expect(after).toBe(before + (await paid(token)) - paidBefore)
      }
      await server.call(cancelSubscription, {}, token)
      const sums = await ledgerSum(server)
      expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
      expect(sums['deferred'] ?? 0n).toBeLessThanOrEqual(0n)
    }),
    { numRuns: 8 },
  )
}, 60_000)

/** Unused value and credit, in paise. */
function worthOf({ unused_value, credit }: Subscription): number {
  return Math.round(unused_value * 100) + Math.round(credit * 100)
}

async function paid(token: string): Promise<number> {
  const { body } = await server.call(listPayments, {}, token)
  return body
    .filter(({ status }) => status === 'success')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
}
