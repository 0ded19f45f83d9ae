// One holder through everything that money does here, in virtual days; after each step the desk adds up to the paise.
import { createCoupon } from '@trading-bot/contract/rest/billing/coupons'
import { createOrder, listPayments, refundPayment } from '@trading-bot/contract/rest/billing/payments'
import {
  approveSimulated,
  cancelMandate,
  readRenewal,
  registerMandate,
  type SimulatedOutcome,
} from '@trading-bot/contract/rest/billing/renewals'
import {
  cancelSubscription,
  readMySubscription,
  startTrial,
  upgradeSubscription,
} from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { expectDeskAddsUp } from '../../testing/check-desk.ts'
import { adminForFile, relog } from '../../testing/test-accounts.ts'
import { ledgerSum, signUpBuyer } from '../../testing/test-plans.ts'
import { passTime, runMinute } from '../../testing/test-renewals.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { sendRefund } from '../payments/index.ts'

const server = serverForFile()
const admin = adminForFile(server)

test('trial by UPI, conversion, renewal, failed debit and recovery, coupon and upgrade, cancelled mandate, refund: the desk adds up after each', async () => {
  const buyer = await signUpBuyer(server)
  const plan = buyer.botPlan('ema_strategy')
  await server.db.updateTable('bot_plans').set({ trial_days: 14 }).where('id', '=', plan.id).execute()
  const token = () => relog(server, buyer.token)
  const held = async () => (await server.call(readMySubscription, {}, await token())).body
  const daysToEnd = async () => Date.parse((await held()).end_date ?? '') - server.deps.clock.now().getTime()
  const setUp = async (outcome: SimulatedOutcome) => {
    const { mandate } = (await server.call(registerMandate, { method: 'upi' }, await token())).body
    await server.call(approveSimulated, { id: mandate.id, outcome }, await token())
    await runMinute(server)
    return mandate.id
  }
  const check = async (step: string, mrr: number) => {
    const desk = await expectDeskAddsUp(server, admin.access)
    expect([step, desk.mrr]).toEqual([step, mrr])
    const ledger = Object.values(await ledgerSum(server)).reduce((sum, each) => sum + each, 0n)
    expect([step, ledger]).toEqual([step, 0n])
    return desk
  }
  // 999 less the 18 % within, rounded down.
  const worth = 846.61

  await server.call(startTrial, { bot_plan_id: plan.id }, buyer.token)
  const first = await setUp('none')
  const trial = await check('a trial is no recurring revenue', 0)
  expect(trial.trials[0]).toMatchObject({ begun: 1, converted: 0 })

  await passTime(server, (await daysToEnd()) + 60_000)
  expect(await held()).toMatchObject({ status: 'active', trial: null, amount_paid: 999 })
  const converted = await check('the debit turns it into the plan', worth)
  expect(converted.trials[0]).toMatchObject({ ended: 1, converted: 1 })
  expect(converted.months[0]?.movements.new).toMatchObject({ payers: 1 })

  await passTime(server, (await daysToEnd()) + 60_000)
  expect(await held()).toMatchObject({ status: 'active', amount_paid: 1998 })
  await check('the next debit keeps it', worth)

  await server.call(cancelMandate, { id: first }, await token())
  const second = await setUp('insufficient_balance')
  await passTime(server, (await daysToEnd()) - DAY_MS)
  const failed = (await server.call(readRenewal, {}, await token())).body.renewal
  expect(failed?.attempts.map(({ state }) => state)).toContain('failed')
  await check('a failed debit moves nothing while the paid time runs', worth)
  await passTime(server, 3 * DAY_MS)
  expect(await held()).toMatchObject({ status: 'active' })
  await check('the attempt after it recovers the holder', worth)

  const code = 'MONSOON'
  await server.call(createCoupon, { coupon: code, amount: 200, plan_ids: [] }, await relog(server, admin.access))
  const dearer = buyer.plans.find(({ price }) => price > plan.price)!
  await server.call(upgradeSubscription, { plan_id: dearer.id, coupon: code }, await token())
  const upgraded = await held()
  expect(upgraded.plan?.name).toBe(dearer.name)
  const net = Math.floor(((dearer.price - 200) * 100 * 100) / 118) / 100
  const expanded = await check('an upgrade in the middle expands it, less the coupon', net)
  expect(expanded.months[0]?.movements.expansion.payers).toBe(1)

  await server.call(cancelMandate, { id: second }, await token())
  expect((await server.call(readRenewal, {}, await token())).body.mandate?.state).toBe('cancelled')
  await check('a cancelled mandate moves nothing while the paid time runs', net)

  await server.call(cancelSubscription, {}, await token())
  const gone = await check('a cancellation is churn at once', 0)
  expect(gone.payers).toBe(0)
  const payments = (await server.call(listPayments, {}, await token())).body
  const due = payments.find(({ refund_due }) => refund_due !== null)
  const request = { id: due?.id ?? '', refunded_before: due?.amount_refunded ?? 0 }
  const refunded = await server.call(refundPayment, request, await relog(server, admin.access))
  expect(refunded.status).toBe(200)
  const refunds = await server.db.selectFrom('refunds').select('id').where('status', '=', 'requested').execute()
  for (const { id } of refunds) await sendRefund(server.deps, id)
  const last = await check('the refund is money, and no movement', 0)
  expect(last.months[0]?.refunded).toBe(due?.refund_due?.amount)
  expect((await server.call(createOrder, { bot_plan_id: plan.id }, await token())).status).toBe(200)
}, 60_000)
