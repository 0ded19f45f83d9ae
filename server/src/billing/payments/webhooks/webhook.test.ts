// The provider's signed webhooks: any order, any number of copies, one effect.
import { paymentFailure } from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { expect, test } from 'vitest'
import { delivery } from '../../../testing/fakes/fake-razorpay.ts'
import { ledgerSum } from '../../../testing/test-plans.ts'
import { applyEvents } from './apply-events.ts'
import { bankForFile } from '../../../testing/test-bank.ts'
import { logsOf } from '../../../testing/test-accounts.ts'

const { server, bank, order, status, deliver, pay } = bankForFile()

const applyAll = () => applyEvents(server.deps)

test('a webhook grants without the browser, even after a reported failure, and fifty copies grant once', async () => {
  const { token, order: made } = await order()
  await server.call(paymentFailure, { payment_id: made.payment_id }, token)
  const { payment } = bank.pay(made.order_id)
  const before = await ledgerSum(server)
  const event = delivery('payment.captured', { payment: { entity: payment } })
  const replies = await Promise.all(Array.from({ length: 50 }, () => deliver(event)))
  expect(replies.every(({ status: code }) => code === 200)).toBe(true)
  await applyAll()
  expect(await status(token)).toBe('active')
  const after = await ledgerSum(server)
  expect((after['cash'] ?? 0n) - (before['cash'] ?? 0n)).toBe(99_900n)
})

test('a webhook with a wrong signature, no id or changed bytes is refused and stores nothing', async () => {
  const { order: made } = await order()
  const { payment } = bank.pay(made.order_id)
  const good = delivery('payment.captured', { payment: { entity: payment } })
  const bad = [
    delivery('payment.captured', { payment: { entity: payment } }, 'another-secret'),
    { ...good, headers: { ...good.headers, 'x-razorpay-event-id': '' } },
    { ...good, body: `${good.body} ` },
    { ...good, body: '' },
  ]
  const count = async () => (await server.db.selectFrom('payment_events').select('event_id').execute()).length
  const before = await count()
  for (const each of bad) expect((await deliver(each)).status).toBe(400)
  expect(await count()).toBe(before)
})

test('the events of one purchase lead to one active subscription in every order of arrival', async () => {
  const permutations = <T>(items: T[]): T[][] =>
    items.length <= 1
      ? [items]
      : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
  for (const sequence of permutations([0, 1, 2, 3])) {
    const { token, order: made } = await order()
    const { payment } = bank.pay(made.order_id)
    const events = [
      delivery('payment.authorized', { payment: { entity: { ...payment, status: 'authorized' } } }),
      delivery('payment.failed', { payment: { entity: { ...payment, id: `${payment.id}x`, status: 'failed' } } }),
      delivery('payment.captured', { payment: { entity: payment } }),
      delivery('order.paid', { payment: { entity: payment }, order: { entity: { id: made.order_id } } }),
    ]
    for (const at of sequence) {
      const event = events[at]
      if (event) await deliver(event)
      await applyAll()
    }
    const { body } = await server.call(readMySubscription, {}, token)
    expect([sequence, body.status, body.amount_paid]).toEqual([sequence, 'active', 999])
  }
})

test('a webhook with a different amount grants nothing and is held for review', async () => {
  const { token, order: made, user } = await order()
  const { payment } = bank.pay(made.order_id, { amount: 100 })
  await deliver(delivery('payment.captured', { payment: { entity: payment } }))
  await applyAll()
  expect(await status(token)).toBe('pending')
  expect((await logsOf(server, user.id)).map(({ level }) => level)).toContain('CRITICAL')
})

test('an event that cannot be applied is kept for a retry and does not block the others', async () => {
  const [first, second, third] = [await order(), await order(), await order()]
  const { payment } = await pay(first.order, first.token)
  // One payment cannot pay two orders, but the second event claims so.
  const stuck = delivery('payment.captured', { payment: { entity: { ...payment, order_id: second.order.order_id } } })
  await deliver(stuck)
  await deliver(delivery('payment.captured', { payment: { entity: bank.pay(third.order.order_id).payment } }))
  await expect(applyAll()).rejects.toThrow(/^1 payment events could not be applied yet: .*provider_payment_id/)
  expect([await status(second.token), await status(third.token)]).toEqual(['pending', 'active'])
  const open = server.db.selectFrom('payment_events').select('event_id').where('applied_at', 'is', null)
  expect(await open.execute()).toEqual([{ event_id: stuck.headers['x-razorpay-event-id'] }])
  await server.db.deleteFrom('payment_events').where('applied_at', 'is', null).execute()
})
