// The payment provider's checkout. Its script is loaded only when the first real order is to be paid.
import type { PaymentOrder } from '@trading-bot/contract/rest/billing/subscriptions'

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js'

type Receipt = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
type Attempt = { error: { code: string; description: string } }
export type CheckoutEnd = ({ kind: 'paid' } & Receipt) | { kind: 'dismissed'; error: string | null }

type Checkout = { open: () => void; on: (event: 'payment.failed', listener: (attempt: Attempt) => void) => void }
type CheckoutOptions = {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  customer_id?: string
  /** Registers a mandate. */
  recurring?: '1'
  prefill: { name: string; email: string; contact: string }
  handler: (receipt: Receipt) => void
  modal: { ondismiss: () => void }
}

declare global {
  interface Window {
    Razorpay?: new (options: CheckoutOptions) => Checkout
  }
}

type Payer = CheckoutOptions['prefill']

/** An order to pay, or the order of a mandate, which has a customer. */
type Order = Pick<PaymentOrder, 'key_id' | 'amount' | 'currency' | 'order_id'> & { readonly customer_id?: string }

export async function openCheckout(order: Order, description: string, payer: Payer): Promise<CheckoutEnd> {
  const Razorpay = await loadCheckout()
  return new Promise((resolve) => {
    // A failed attempt keeps the checkout open for another try; only closing it ends the payment.
    let error: string | null = null
    const checkout = new Razorpay({
      key: order.key_id,
      amount: order.amount,
      currency: order.currency,
      order_id: order.order_id,
      ...(order.customer_id !== undefined && { customer_id: order.customer_id, recurring: '1' as const }),
      name: 'Trading Bot',
      description,
      prefill: payer,
      handler: ({ razorpay_payment_id, razorpay_order_id, razorpay_signature }) =>
        resolve({ kind: 'paid', razorpay_payment_id, razorpay_order_id, razorpay_signature }),
      modal: { ondismiss: () => resolve({ kind: 'dismissed', error }) },
    })
    checkout.on('payment.failed', (attempt) => {
      error = attempt.error.description
    })
    checkout.open()
  })
}

async function loadCheckout(): Promise<NonNullable<Window['Razorpay']>> {
  if (!window.Razorpay) await loadScript()
  if (!window.Razorpay) throw new Error('the checkout script did not bring its checkout')
  return window.Razorpay
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the checkout script could not be loaded'))
    })
    document.head.append(script)
  })
}
