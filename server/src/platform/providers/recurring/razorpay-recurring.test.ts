// The bodies that Razorpay documents for Recurring Payments, to the letter, against a local server that answers as it does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalServer } from '../../../testing/fakes/local-server.ts'
import { ProviderRefused, ProviderUnreachable } from '../payment-provider.ts'
import { razorpay } from '../razorpay.ts'
import { razorpayRecurring, tokenOf } from './razorpay-recurring.ts'

type Request = { readonly method: string; readonly path: string; readonly body: unknown }

let requests: Request[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }
let server: Awaited<ReturnType<typeof startLocalServer>>
beforeAll(async () => {
  server = await startLocalServer(async (request, response, text) => {
    requests.push({ method: request.method!, path: request.url!, body: text === '' ? null : JSON.parse(text) })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
})
afterAll(() => server.stop())

const settings = (more = {}) => ({ url: server.url, keyId: 'rzp_test_abcdefgh', keySecret: 'secret12', ...more })

async function asked<T>(body: unknown, ask: (api: ReturnType<typeof razorpayRecurring>) => Promise<T>, more = {}) {
  requests = []
  answer = { status: 200, body }
  const result = await ask(razorpayRecurring(settings(more)))
  return { result, request: requests[0]! }
}

test('a customer that exists already is returned', async () => {
  const person = { name: 'Neha Rao', email: 'neha@example.in', contact: '+919820011111' }
  const { result, request } = await asked({ id: 'cust_1' }, (api) => api.createCustomer(person))
  expect(result).toBe('cust_1')
  expect(request).toEqual({ method: 'POST', path: '/v1/customers', body: { ...person, fail_existing: '0' } })
})

const MANDATE = {
  customerId: 'cust_1',
  amountPaise: 100n,
  maxPaise: 199_800n,
  expiresAt: new Date('2031-11-16T05:00:00Z'),
  receipt: 'r1',
}

test('a mandate order names the most of a debit and its end; a bank account charges nothing', async () => {
  const upi = await asked({ id: 'order_1' }, (api) => api.createMandateOrder({ ...MANDATE, method: 'upi' }))
  expect(upi.request).toEqual({
    method: 'POST',
    path: '/v1/orders',
    body: {
      amount: 100,
      currency: 'INR',
      customer_id: 'cust_1',
      method: 'upi',
      receipt: 'r1',
      token: { max_amount: 199_800, expire_at: 1_952_571_600, frequency: 'as_presented' },
    },
  })
  const bank = { ...MANDATE, amountPaise: 0n, method: 'emandate' as const }
  const { request } = await asked({ id: 'order_2' }, (api) => api.createMandateOrder(bank))
  expect(request.body).toMatchObject({
    amount: 0,
    method: 'emandate',
    token: { max_amount: 199_800, expire_at: 1_952_571_600, auth_type: 'netbanking' },
  })
})

test('a debit order asks for the notice, and answers its id; a flag makes a repeated receipt the same order', async () => {
  const order = { amountPaise: 99_800n, receipt: 'r2' }
  const notice = { tokenId: 'token_1', debitAfter: new Date('2026-12-14T05:01:00Z') }
  const noted = { id: 'order_3', notification: { id: 'ntf_1' } }
  const { result, request } = await asked(noted, (api) => api.createDebitOrder({ ...order, notice }))
  expect(result).toEqual({ orderId: 'order_3', noticeId: 'ntf_1' })
  const body = { amount: 99_800, currency: 'INR', payment_capture: true, receipt: 'r2' }
  expect(request.body).toEqual({ ...body, notification: { token_id: 'token_1', payment_after: 1_797_224_460 } })
  const plain = await asked({ id: 'order_4' }, (api) => api.createDebitOrder({ ...order, notice: null }), {
    uniqueReceipt: true,
  })
  expect(plain.request.body).toEqual({ ...body, unique_receipt: true })
  expect(plain.result.noticeId).toBeNull()
})

test('a debit is created on its order and answers the payment that it will be', async () => {
  const debit = {
    orderId: 'order_3',
    customerId: 'cust_1',
    tokenId: 'token_1',
    amountPaise: 99_800n,
    email: 'neha@example.in',
    contact: '+919820011111',
    description: 'EMA Monthly',
  }
  const { result, request } = await asked({ razorpay_payment_id: 'pay_1' }, (api) => api.debit(debit))
  expect(result).toBe('pay_1')
  expect(request).toEqual({
    method: 'POST',
    path: '/v1/payments/create/recurring',
    body: {
      email: 'neha@example.in',
      contact: '+919820011111',
      amount: 99_800,
      currency: 'INR',
      order_id: 'order_3',
      customer_id: 'cust_1',
      token: 'token_1',
      recurring: true,
      description: 'EMA Monthly',
    },
  })
})

test('tokens are read with bank and last digits; a saved card without a mandate is none', async () => {
  const items = [
    {
      id: 'token_1',
      method: 'card',
      card: { last4: '1007', issuer: 'HDFC', network: 'Visa' },
      recurring_details: { status: 'confirmed', failure_reason: null },
    },
    {
      id: 'token_2',
      method: 'upi',
      vpa: { username: 'neha.rao', handle: 'okhdfc', name: 'Neha' },
      recurring_details: { status: 'paused', failure_reason: null },
    },
    { id: 'token_3', method: 'card', card: { last4: '0001' }, recurring_details: { status: null } },
  ]
  const { result, request } = await asked({ items }, (api) => api.listTokens('cust_1'))
  expect(request).toMatchObject({ method: 'GET', path: '/v1/customers/cust_1/tokens' })
  expect(result).toEqual([
    { id: 'token_1', status: 'confirmed', bank: 'HDFC', hint: '1007', failureReason: null },
    { id: 'token_2', status: 'paused', bank: null, hint: 'ao@okhdfc', failureReason: null },
  ])
  expect(tokenOf({ id: 'token_4' })).toBeUndefined()
})

test('a mandate is ended by PUT, not by deleting its token', async () => {
  const { request } = await asked({ status: 'cancellation_initiated' }, (api) => api.cancelToken('cust_1', 'token_1'))
  expect(request).toEqual({ method: 'PUT', path: '/v1/customers/cust_1/tokens/token_1/cancel', body: null })
})

test('a refusal is an answer, a busy or silent provider is not', async () => {
  requests = []
  const debit = () => razorpayRecurring(settings()).cancelToken('cust_1', 'token_1')
  answer = { status: 400, body: { error: { description: 'Amount exceeds maximum amount allowed' } } }
  await expect(debit()).rejects.toThrow(ProviderRefused)
  answer = { status: 429, body: {} }
  await expect(debit()).rejects.not.toThrow(ProviderRefused)
  await expect(debit()).rejects.toThrow(ProviderUnreachable)
})

test('an account has mandates only once they are switched on', () => {
  expect(razorpay(settings()).recurring).toBeUndefined()
  expect(razorpay(settings({ recurring: true })).recurring).toBeDefined()
})
