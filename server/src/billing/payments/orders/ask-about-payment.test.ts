// The operator's question about a stuck payment: what the provider has captured is applied once, and nothing else is.
import { askAboutPayment } from '@trading-bot/contract/rest/billing/goodwill'
import { RECENT_AUTH_MINUTES } from '@trading-bot/contract/rest/call'
import { expect, test } from 'vitest'
import { adminForFile, auditOf, relog } from '../../../testing/test-accounts.ts'
import { bankForFile } from '../../../testing/test-bank.ts'
import { ledgerSum } from '../../../testing/test-plans.ts'

const { server, bank, order, status } = bankForFile()
const admin = adminForFile(server)
const reason = 'The buyer shows a bank statement'

const ask = async (paymentId: string, token?: string) =>
  server.call(askAboutPayment, { id: paymentId, reason }, token ?? (await relog(server, admin.access)))
const answers = async (paymentId: string) => {
  const lines = server.db.selectFrom('audit_lines').selectAll().where('subject_id', '=', paymentId)
  const asked = await lines.where('action', '=', 'payment.asked').orderBy('id').execute()
  return asked.map(({ actor_id, after }) => [actor_id, after])
}

test('CALL POST /admin/payments/{id}/ask/ applies a capture that nobody reported, once if asked five times at once', async () => {
  const { token, user, order: made } = await order()
  bank.pay(made.order_id)
  const before = await ledgerSum(server)
  const operator = await relog(server, admin.access)
  const replies = await Promise.all(Array.from({ length: 5 }, () => ask(made.payment_id, operator)))
  for (const { status: code, body } of replies) {
    expect(code).toBe(200)
    expect(body).toMatchObject({
      message: 'Paid: the provider has captured it, and the plan has it.',
      payment: { status: 'success' },
    })
  }
  expect(await status(token)).toBe('active')
  const after = await ledgerSum(server)
  expect((after['cash'] ?? 0n) - (before['cash'] ?? 0n)).toBe(99_900n)
  expect(await auditOf(server, made.payment_id)).toContain('payment.granted')
  expect(await answers(made.payment_id)).toEqual(
    Array.from({ length: 5 }, () => [admin.user.id, { reason, found: 'captured' }]),
  )
  const periods = server.db
    .selectFrom('periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'periods.subscription_id')
  expect(await periods.select('periods.id').where('user_id', '=', user.id).execute()).toHaveLength(1)
})

test.each([
  ['failed', 'Nothing was captured: the last attempt failed.'],
  ['authorized', 'The provider is still processing it. Nothing was captured yet.'],
] as const)('an attempt that is %s at the provider is told and changes nothing', async (state, message) => {
  const { token, order: made } = await order()
  bank.pay(made.order_id, { status: state })
  expect((await ask(made.payment_id)).body).toMatchObject({ message, payment: { status: 'pending' } })
  expect(await status(token)).toBe('pending')
  expect(await answers(made.payment_id)).toEqual([[admin.user.id, { reason, found: state }]])
})

test('an order that nobody tried to pay, and a capture of another amount, are told apart and grant nothing', async () => {
  const { token, order: made } = await order()
  expect((await ask(made.payment_id)).body.message).toBe('The provider knows of no attempt to pay this order.')
  bank.pay(made.order_id, { amount: 100 })
  expect((await ask(made.payment_id)).body.message).toBe(
    'The provider captured another amount than was ordered: it is held for review.',
  )
  expect(await status(token)).toBe('pending')
})

test('without an answer from the provider nothing changes; the sentence and the audit say that there was none', async () => {
  const { token, order: made } = await order()
  bank.pay(made.order_id)
  bank.state.isDown = true
  const before = await ledgerSum(server)
  const { status: code, body } = await ask(made.payment_id)
  expect([code, body]).toMatchObject([503, { code: 'PAYMENT_UNKNOWN' }])
  expect(await status(token)).toBe('pending')
  expect(await ledgerSum(server)).toEqual(before)
  expect(await answers(made.payment_id)).toEqual([[admin.user.id, { reason, found: 'no answer' }]])
})

test('a trader, an administrator whose log-in is not recent, and a question without a reason are refused and ask nobody', async () => {
  const { token, order: made } = await order()
  bank.pay(made.order_id)
  expect((await ask(made.payment_id, token)).status).toBe(403)
  const operator = await relog(server, admin.access)
  const bare = await server.call(askAboutPayment, { id: made.payment_id, reason: ' ' }, operator)
  expect([bare.status, bare.body]).toMatchObject([400, { reason: ['Say why, for the history'] }])
  server.moveTime(RECENT_AUTH_MINUTES * 60_000)
  const stale = await ask(made.payment_id, operator)
  expect([stale.status, stale.body]).toMatchObject([403, { code: 'RECENT_AUTH_REQUIRED' }])
  expect(await status(await relog(server, token))).toBe('pending')
  expect(await answers(made.payment_id)).toEqual([])
})
