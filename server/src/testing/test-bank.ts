import { createOrder, paymentSuccess } from '@trading-bot/contract/rest/billing/payments'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { razorpay } from '../platform/providers/razorpay.ts'
import { type delivery, startFakeRazorpay } from './fakes/fake-razorpay.ts'
import { signUpBuyer } from './test-plans.ts'
import { startTestServer } from './test-server.ts'

export type TestBank = Awaited<ReturnType<typeof startTestBank>>

/** A server whose payments go through the fake provider, and the few steps that its tests share. */
export async function startTestBank() {
  const bank = await startFakeRazorpay()
  const server = await startTestServer({ payments: bank.settings }, { payments: razorpay(bank.settings) })
  const order = async (type = 'ema_strategy') => {
    const buyer = await signUpBuyer(server)
    const { data } = (await server.call(createOrder, { bot_plan_id: buyer.botPlan(type).id }, buyer.token)).body
    return { ...buyer, order: data }
  }
  return {
    server,
    bank,
    order,
    /** An order that was paid and granted through the browser's callback. */
    paidOrder: async (type?: string) => {
      const made = await order(type)
      const paid = bank.pay(made.order.order_id)
      const input = { payment_id: made.order.payment_id, ...paid.callback }
      await server.call(paymentSuccess, input, made.token)
      return { ...made, ...paid }
    },
    status: async (token: string) => (await server.call(readMySubscription, {}, token)).body.status,
    deliver: (made: ReturnType<typeof delivery>) => server.raw('POST', '/api/payments/razorpay/webhook/', made),
    /** Resets the provider to normal behaviour. */
    calm: () => {
      Object.assign(bank.state, {
        isDown: false,
        refundStatus: 'processed',
        refusesRefunds: false,
        orderGate: Promise.resolve(),
      })
    },
    stop: async () => {
      await server.stop()
      await bank.stop()
    },
  }
}
