// A subscription over weeks: reminders, renewal, expiry, invoices; and money is never lost.
import { DAY_MS } from '@trading-bot/core/time'
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
import { expect, test } from 'vitest'
import { lockBilling, expireSubscriptions } from '../subscriptions/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { buy, invoiceText, ledgerSum, signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { invoicePayments } from './captures/invoice-payments.ts'
import { renewSubscriptions } from './captures/renew-subscriptions.ts'
import { mailsTo, relog } from '../../testing/test-accounts.ts'
import { startTestWorker } from '../../testing/test-worker.ts'

const server = serverForFile()

/** The subscription of somebody whose session has ended since. */
const subscriptionOf = async ({ token }: { token: string }) =>
  (await server.call(readMySubscription, {}, await relog(server, token))).body

test('a plan past its end expires, its value becomes revenue, and its holder is notified once', async () => {
  const holder = await signUpHolder(server)
  const before = await ledgerSum(server)
  server.moveTime(30 * DAY_MS - 1)
  expect(await expireSubscriptions(server.deps)).toBe(0)
  server.moveTime(1)
  expect(await expireSubscriptions(server.deps)).toBe(1)
  expect(await expireSubscriptions(server.deps)).toBe(0)
  const after = await ledgerSum(server)
  expect((after['revenue'] ?? 0n) - (before['revenue'] ?? 0n)).toBe(-99_900n)
  expect((await subscriptionOf(holder)).status).toBe('expired')
  const mails = await mailsTo(server, holder.user.email)
  expect(mails.filter((subject) => subject === 'Your Trading Bot plan has ended')).toHaveLength(1)
})

test('one reminder is sent three days before the end', async () => {
  const { user, token } = await signUpHolder(server)
  await server.call(toggleAutoRenew, { auto_renew: true }, token)
  const count = async () =>
    (await mailsTo(server, user.email)).filter((subject) => subject.includes('renews before it ends')).length
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
  const holder = await signUpHolder(server, 'macd_strategy')
  const unasked = await signUpHolder(server, 'rsi_strategy')
  const { id } = holder.botPlan('macd_strategy')
  await server.call(toggleAutoRenew, { auto_renew: true }, holder.token)
  server.moveTime(29 * DAY_MS)
  await server.db.updateTable('bot_plans').set({ is_active: false }).where('id', '=', id).execute()
  await renewSubscriptions(server.deps)
  await server.db.updateTable('bot_plans').set({ is_active: true }).where('id', '=', id).execute()
  expect((await subscriptionOf(holder)).amount_paid).toBe(1499)
  expect((await subscriptionOf(unasked)).amount_paid).toBe(1299)
})

test('starting the jobs renews and expires at once what came due while no process ran', async () => {
  const ended = await signUpHolder(server)
  server.moveTime(DAY_MS)
  const renewing = await signUpHolder(server)
  await server.call(toggleAutoRenew, { auto_renew: true }, renewing.token)
  server.moveTime(29 * DAY_MS)
  const worker = await startTestWorker(server)
  // A job that is queued and not begun yet is none that stopping waits for.
  await eventually(async () => {
    expect((await subscriptionOf(ended)).status).toBe('expired')
    expect(await subscriptionOf(renewing)).toMatchObject({ status: 'active', amount_paid: 1998 })
  })
  await worker.stop()
})

test('with auto-renew on, the plan renews itself once on its last day', async () => {
  const holder = await signUpHolder(server)
  await server.call(toggleAutoRenew, { auto_renew: true }, holder.token)
  server.moveTime(29 * DAY_MS)
  await Promise.all([renewSubscriptions(server.deps), renewSubscriptions(server.deps)])
  const { end_date, amount_paid } = await subscriptionOf(holder)
  expect(Date.parse(end_date ?? '') - Date.parse(holder.subscription.end_date ?? '')).toBe(30 * DAY_MS)
  expect(amount_paid).toBe(1998)
})

test('invoices are numbered without gaps and download as a PDF', async () => {
  const numbers: string[] = []
  for (let count = 0; count < 3; count++) {
    const { token, paymentId: id } = await signUpHolder(server)
    expect((await server.call(downloadInvoice, { id }, token)).status).toBe(404)
    await Promise.all([invoicePayments(server.deps), invoicePayments(server.deps)])
    const [payment] = (await server.call(listPayments, {}, token)).body
    numbers.push(payment?.invoice_number ?? '')
    const text = await invoiceText(server, id, token)
    const wording = ['Receipt', `Number ${payment?.invoice_number}`, 'Test, not a tax invoice', 'INR 999.00']
    for (const part of wording) expect(text).toContain(part)
  }
  expect(numbers[0]).toMatch(/^TEST-INV\/20\d\d-\d\d\/\d{5}$/)
  const [first = 0, ...later] = numbers.map((number) => Number(number.split('/')[2]))
  expect(later).toEqual([first + 1, first + 2])
})

test('every paisa is accounted for after any sequence of plan changes', async () => {
  const { botPlans, token: firstToken } = await signUpBuyer(server)
  const steps = fc.array(fc.record({ plan: fc.nat(botPlans.length - 1), waitMs: fc.nat(9 * DAY_MS) }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      let token = await relog(server, firstToken)
      const first = botPlans[sequence[0]?.plan ?? 0]
      await buy(server, token, { bot_plan_id: first?.id ?? '' })
      for (const { plan, waitMs } of sequence) {
        server.moveTime(waitMs)
        token = await relog(server, firstToken)
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
      const [held, owedBefore] = [(await server.call(readMySubscription, {}, token)).body, await owed(token)]
      if (held.status === 'active') {
        // What is not refunded to where it came from is credit again, as the view of before had it.
        const { subscription } = (await server.call(cancelSubscription, {}, token)).body
        expect(worthOf(subscription)).toBe(worthOf(held) - Math.round(held.refundable_value * 100))
        expect((await owed(token)) - owedBefore).toBe(Math.round(held.refundable_value * 100))
      }
      const sums = await ledgerSum(server)
      expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
      expect(sums['deferred'] ?? 0n).toBeLessThanOrEqual(0n)
    }),
    { numRuns: 8 },
  )
}, 60_000)

/** What waits to be refunded, in paise. */
async function owed(token: string): Promise<number> {
  const payments = (await server.call(listPayments, {}, token)).body
  return payments.reduce((sum, { refund_due }) => sum + Math.round((refund_due?.amount ?? 0) * 100), 0)
}

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
