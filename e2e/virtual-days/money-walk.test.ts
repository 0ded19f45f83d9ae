// One holder through everything that money does here, in a real browser, on a server whose clock the test moves: no
// setting of the product can move it. After each step the desk adds up to the paise.
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createCoupon } from '@trading-bot/contract/rest/billing/coupons'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { DAY_MS } from '@trading-bot/core/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRefund } from '../../server/src/billing/payments/index.ts'
import { expectDeskAddsUp } from '../../server/src/testing/check-desk.ts'
import { adminForFile, relog } from '../../server/src/testing/test-accounts.ts'
import { signUpBuyer } from '../../server/src/testing/test-plans.ts'
import { passTime, runMinute } from '../../server/src/testing/test-renewals.ts'
import { serverForFile } from '../../server/src/testing/test-server.ts'
import { launchBrowser, openAs, shows } from './open-as.ts'

// The pages as they were built last: npm test builds them first, npm run build does it alone.
const server = serverForFile({}, {}, undefined, path.resolve(import.meta.dirname, '../../web/dist'))
const admin = adminForFile(server)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a holder walks from a trial to a refund in the browser, and the desk adds up after each step', async () => {
  const buyer = await signUpBuyer(server)
  const plan = buyer.botPlan('ema_strategy')
  const dearer = buyer.plans.find(({ price }) => price > plan.price)!
  await server.db.updateTable('bot_plans').set({ trial_days: 14 }).where('id', '=', plan.id).execute()
  const coupon = { coupon: 'MONSOON', amount: 200 }
  await server.call(createCoupon, coupon, await relog(server, admin.access))
  const held = async () => (await server.call(readMySubscription, {}, await relog(server, buyer.token))).body
  const msToEnd = async () => Date.parse((await held()).end_date ?? '') - server.deps.clock.now().getTime()
  const visit = async (address: string, steps: (page: Page) => Promise<void>, token = buyer.token) => {
    const page = await openAs(browser, server, token, address)
    await steps(page)
    await page.close()
  }
  const card = (page: Page) => page.getByRole('region', { name: 'Current Subscription' })
  const renewal = (page: Page) => page.getByRole('region', { name: 'Renewal' })
  const check = async (step: string, mrr: number) => {
    const desk = await expectDeskAddsUp(server, admin.access)
    expect([step, desk.mrr]).toEqual([step, mrr])
    await visit(
      '/admin/business',
      async (page) => shows(page.locator('[data-stat="MRR"]'), formatRupees(mrr)),
      admin.access,
    )
  }
  const worth = 846.61
  const net = Math.floor(((dearer.price - 200) * 100 * 100) / 118) / 100

  await visit('/pricing', async (page) => {
    await page.getByRole('button', { name: `Try ${plan.name} free` }).click()
    await page.getByLabel(/^Continue, paid by UPI/).check()
    await page.getByRole('button', { name: /^Start, then ₹998\.00 on / }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  await runMinute(server)
  await visit('/subscriptions', async (page) => {
    await shows(card(page), plan.name, 'Active')
    await shows(renewal(page), '₹998.00')
  })
  await check('a trial is no recurring revenue', 0)

  await passTime(server, (await msToEnd()) + 60_000)
  await visit('/subscriptions', async (page) => {
    await shows(card(page), '₹999.00/month')
    await shows(page.getByRole('list', { name: 'Payments' }), 'renewal', '₹998.00')
  })
  await check('the debit turns it into the plan', worth)

  await passTime(server, (await msToEnd()) + 60_000)
  expect((await held()).amount_paid).toBe(1998)
  await check('the next debit keeps it', worth)

  await visit('/subscriptions', async (page) => {
    await renewal(page).getByRole('button', { name: 'Cancel automatic payments' }).click()
    await renewal(page).getByRole('button', { name: 'Set up automatic payments' }).click()
    await page.getByRole('button', { name: 'Continue to your bank' }).click()
    await page.getByRole('combobox', { name: 'What the test bank does' }).click()
    await page.getByRole('option', { name: 'First debit: too little money' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  await runMinute(server)
  await passTime(server, (await msToEnd()) - DAY_MS)
  await visit('/subscriptions', async (page) =>
    shows(page.getByRole('list', { name: 'Attempts' }), 'There was not enough money in your account.'),
  )
  await check('a failed debit moves nothing while the paid time runs', worth)
  await passTime(server, 3 * DAY_MS)
  expect(await held()).toMatchObject({ status: 'active' })
  await check('the attempt after it recovers the holder', worth)

  await visit('/subscriptions', async (page) => {
    await card(page).getByRole('button', { name: 'Upgrade Plan' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Select ${dearer.name}` })
      .click()
    await page.getByLabel('Coupon (optional)').fill(coupon.coupon)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByText('Coupon MONSOON: ₹200.00 off').waitFor()
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await page
      .getByText(/^(Payment Successful|Plan upgraded|Upgrade complete)/)
      .first()
      .waitFor()
  })
  expect((await held()).plan?.name).toBe(dearer.name)
  await check('an upgrade in the middle expands it, less the coupon', net)

  await visit('/subscriptions', async (page) => {
    await renewal(page).getByRole('button', { name: 'Cancel automatic payments' }).click()
    await renewal(page).getByRole('button', { name: 'Set up automatic payments' }).waitFor()
  })
  await check('a cancelled mandate moves nothing while the paid time runs', net)

  await visit('/pricing', async (page) => {
    await page.getByRole('button', { name: /^Cancel (Plan|Subscription)/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
  expect((await held()).status).toBe('cancelled')
  await check('a cancellation is churn at once', 0)

  await visit(
    '/admin/refunds',
    async (page) => {
      // What was unused comes back by the two payments that brought it.
      const owed = page.getByRole('button', { name: new RegExp(`^Refund ₹.* to ${buyer.user.email}$`) })
      for (const left of [1, 0]) {
        await owed.first().click()
        const form = page.getByRole('form', { name: 'Refund' })
        await form.getByLabel('Type REFUND to confirm').fill('REFUND')
        await form.getByRole('button', { name: 'Refund payment' }).click()
        await form.waitFor({ state: 'hidden' })
        await owed.nth(left).waitFor({ state: 'hidden' })
      }
    },
    admin.access,
  )
  const open = await server.db.selectFrom('refunds').select('id').where('status', '=', 'requested').execute()
  for (const { id } of open) await sendRefund(server.deps, id)
  await visit('/subscriptions', async (page) => shows(page.getByRole('list', { name: 'Payments' }), 'refunded'))
  await check('the refund is money, and no movement', 0)
}, 180_000)
