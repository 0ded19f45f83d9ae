import { createOrder, paymentSuccess } from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { beforeEach } from 'vitest'
import { razorpay } from '../platform/providers/razorpay.ts'
import { type delivery, startFakeRazorpay } from './fakes/fake-razorpay.ts'
import { signUpBuyer } from './test-plans.ts'
import { partOf, startedForFile, startTestServer, type TestServer } from './test-server.ts'

type Bank = Awaited<ReturnType<typeof startFakeRazorpay>>

/**
 * A server whose payments go through the fake provider, and the few steps that the tests of a file share. The provider
 * behaves normally again before each of them.
 */
export function bankForFile() {
  const started = startedForFile(startBank)
  const normal = { isDown: false, refundStatus: 'processed', refusesRefunds: false, orderGate: Promise.resolve() }
  beforeEach(() => void Object.assign(started.bank.state, normal))
  return stepsWith(
    partOf(() => started.server),
    partOf(() => started.bank),
  )
}

async function startBank() {
  const bank = await startFakeRazorpay()
  const server = await startTestServer({ payments: bank.settings }, { payments: razorpay(bank.settings) })
  const stop = async () => {
    await server.stop()
    await bank.stop()
  }
  return { server, bank, stop }
}

function stepsWith(server: TestServer, bank: Bank) {
  const order = async () => {
    const buyer = await signUpBuyer(server)
    const choice = { bot_plan_id: buyer.botPlan('ema_strategy').id }
    return { ...buyer, order: (await server.call(createOrder, choice, buyer.token)).body.data }
  }
  /** Pays an order through the browser's callback. */
  const pay = async (made: { order_id: string; payment_id: string }, token: string) => {
    const paid = bank.pay(made.order_id)
    const reply = await server.call(paymentSuccess, { payment_id: made.payment_id, ...paid.callback }, token)
    return { ...paid, reply }
  }
  const paidOrder = async () => {
    const made = await order()
    return { ...made, ...(await pay(made.order, made.token)) }
  }
  return {
    server,
    bank,
    order,
    pay,
    paidOrder,
    status: async (token: string) => (await server.call(readMySubscription, {}, token)).body.status,
    deliver: (made: ReturnType<typeof delivery>) => server.raw('POST', '/api/payments/razorpay/webhook/', made),
  }
}
