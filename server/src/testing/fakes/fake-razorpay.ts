// A local server that implements the provider's documented API with real signatures. Tests control what the bank does.
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

type FakePayment = { id: string; order_id: string; status: string; amount: number; currency: string }

const KEY = {
  keyId: 'rzp_test_abcdefgh123456',
  keySecret: 'secret123-and-more',
  webhookSecret: 'whsec-and-more',
}

export async function startFakeRazorpay() {
  const orders = new Map<string, { id: string; amount: number; currency: string; receipt: string }>()
  const payments = new Map<string, FakePayment>()
  const refunds = new Map<string, { id: string; status: string; amount: number; payment_id: string }>()
  const state = {
    isDown: false,
    refundStatus: 'processed',
    refusesRefunds: false,
    /** Orders are answered once this resolves. */
    orderGate: Promise.resolve(),
  }
  const auth = `Basic ${Buffer.from(`${KEY.keyId}:${KEY.keySecret}`).toString('base64')}`

  const answer = async (request: IncomingMessage, response: ServerResponse, text: string): Promise<void> => {
    const body = JSON.parse(text || '{}') as Record<string, unknown>
    if (state.isDown) return void response.destroy()
    const reply = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (request.headers.authorization !== auth) return reply(401, error('Authentication failed'))
    const path = request.url ?? ''
    if (path === '/v1/orders') {
      await state.orderGate
      const order = { id: `order_${randomBytes(7).toString('hex')}`, ...body } as never as {
        id: string
        amount: number
        currency: string
        receipt: string
      }
      if (!Number.isInteger(order.amount) || order.amount < 100)
        return reply(400, error('The amount must be at least INR 1.00'))
      orders.set(order.id, order)
      return reply(200, { entity: 'order', status: 'created', notes: [], ...order })
    }
    const listed = /^\/v1\/orders\/(\w+)\/payments$/.exec(path)
    if (listed) {
      const items = [...payments.values()].filter(({ order_id }) => order_id === listed[1])
      return reply(200, { entity: 'collection', count: items.length, items })
    }
    const refunded = /^\/v1\/payments\/(\w+)\/refund$/.exec(path)
    const payment = payments.get(refunded?.[1] ?? '')
    if (!payment) return reply(400, error('The id provided does not exist'))
    if (state.refusesRefunds) return reply(400, error('Your account does not have enough balance'))
    const key = String(request.headers['x-refund-idempotency'] ?? randomBytes(8).toString('hex'))
    const known = refunds.get(key)
    const refund = known ?? {
      id: `rfnd_${randomBytes(7).toString('hex')}`,
      status: state.refundStatus,
      amount: Number(body['amount']),
      payment_id: payment.id,
    }
    refunds.set(key, refund)
    return reply(200, { entity: 'refund', ...refund })
  }
  const { url, stop } = await startLocalServer(answer)

  return {
    settings: { kind: 'razorpay' as const, url, ...KEY },
    orders,
    refunds,
    state,
    /** The customer pays: the payment appears at the provider, and the callback's three fields are returned. */
    pay: (orderId: string, change: Partial<FakePayment> = {}) => {
      const order = orders.get(orderId)
      const id = `pay_${randomBytes(7).toString('hex')}`
      const payment = {
        id,
        order_id: orderId,
        status: 'captured',
        amount: order?.amount ?? 0,
        currency: 'INR',
        ...change,
      }
      payments.set(id, payment)
      const signature = hmac(KEY.keySecret, `${orderId}|${id}`)
      return {
        payment,
        callback: { razorpay_payment_id: id, razorpay_order_id: orderId, razorpay_signature: signature },
      }
    },
    stop,
  }
}

/** A webhook as the provider sends it: raw body, signature, unique id. */
export function delivery(
  event: string,
  payload: object,
  secret = KEY.webhookSecret,
  eventId = `evt_${randomBytes(8).toString('hex')}`,
) {
  const body = JSON.stringify({ entity: 'event', account_id: 'acc_1', event, contains: Object.keys(payload), payload })
  return { body, headers: { 'x-razorpay-signature': hmac(secret, body), 'x-razorpay-event-id': eventId } }
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

function error(description: string) {
  return { error: { code: 'BAD_REQUEST_ERROR', description } }
}
