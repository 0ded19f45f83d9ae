// The simulated provider's mandates and debits: the calls of the real one, answered from its own books.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/client.ts'
import { type PaymentProvider, ProviderRefused } from '../payment-provider.ts'
import type { RecurringPayments } from './recurring-payments.ts'
import {
  amend,
  type BankToken,
  lookUp,
  paymentsOfOrder,
  type SimulatedFault,
  tokensOfCustomer,
  writeDown,
} from './simulated-bank.ts'
import { announceNotice, announcePayment, announceToken } from './simulated-events.ts'

const MINUTE_MS = 60_000
/** How long the simulated bank thinks about a debit. */
const DECIDES_AFTER_MS = 30 * MINUTE_MS
const DAY_MS = 86_400_000

const idOf = (kind: string) => `${kind}_sim_${randomBytes(7).toString('hex')}`

export type SimulatedBank = {
  /** The holder approves the mandate in the test checkout; the answer is the registration's payment. */
  readonly approve: (orderId: string, fault: SimulatedFault) => Promise<string>
}

export function simulatedRecurring(db: Db, clock: Clock): RecurringPayments & SimulatedBank {
  return {
    createCustomer: async () => idOf('cust'),
    createMandateOrder: async ({ customerId, method, amountPaise, receipt }) => {
      const id = `order_sim_m${receipt}`
      const mandate = { customer_id: customerId, method }
      await writeDown(db, 'order', id, { amount: Number(amountPaise), receipt, mandate })
      return id
    },
    createDebitOrder: async ({ amountPaise, receipt, notice }) => {
      // One receipt is one order, however often it is asked for.
      const id = `order_sim_d${receipt}`
      const asked = notice && { id: `ntf_sim_${receipt}`, token_id: notice.tokenId }
      const known = await lookUp(db, 'order', id)
      if (known) return { orderId: id, noticeId: known.notice?.id ?? null }
      await writeDown(db, 'order', id, { amount: Number(amountPaise), receipt, ...(asked && { notice: asked }) })
      const token = asked && (await lookUp(db, 'token', asked.token_id))
      if (asked && token) {
        const at = new Date(clock.now().getTime() + MINUTE_MS)
        const isDelivered = !(token.fault === 'notice_refused' && token.debits === 0)
        if (!isDelivered) await amend(db, 'token', asked.token_id, { debits: token.debits + 1 })
        await announceNotice(db, { ...asked, order_id: id }, isDelivered, { at, fault: token.fault })
      }
      return { orderId: id, noticeId: asked?.id ?? null }
    },
    debit: async ({ orderId, customerId, tokenId, amountPaise }) => {
      const [order, token] = [await lookUp(db, 'order', orderId), await lookUp(db, 'token', tokenId)]
      if (!order || order.amount !== Number(amountPaise)) throw new ProviderRefused('The id provided does not exist')
      if (token?.status !== 'confirmed') throw new ProviderRefused('mandate_not_active')
      const made = await paymentsOfOrder(db, orderId)
      if (made.some(({ body }) => body.status !== 'failed')) throw new ProviderRefused('The order has a payment')
      // Numbered, so that two requests at once make one payment.
      const id = `pay_sim_${orderId.slice(10)}_${made.length}`
      const payment = { order_id: orderId, token_id: tokenId, customer_id: customerId, amount: order.amount }
      const decidesAt = new Date(clock.now().getTime() + DECIDES_AFTER_MS)
      await writeDown(db, 'payment', id, { ...payment, status: 'created', error_reason: null }, decidesAt)
      return id
    },
    listTokens: async (customerId) =>
      (await tokensOfCustomer(db, customerId)).map(({ id, body }) => ({
        id,
        status: body.status,
        bank: body.bank,
        hint: body.hint,
        failureReason: body.reason,
      })),
    cancelToken: async (_, tokenId) => {
      const token = await lookUp(db, 'token', tokenId)
      if (!token) throw new ProviderRefused('The id provided does not exist')
      await amend(db, 'token', tokenId, { status: 'cancelled' })
      const when = { at: clock.now(), fault: token.fault }
      await announceToken(db, tokenId, { ...token, status: 'cancelled' }, when)
    },
    approve: (orderId, fault) => approve(db, clock, orderId, fault),
  }
}

async function approve(db: Db, clock: Clock, orderId: string, fault: SimulatedFault): Promise<string> {
  const order = await lookUp(db, 'order', orderId)
  if (!order?.mandate) throw new ProviderRefused('The id provided does not exist')
  const [paymentId, tokenId] = [`pay_sim_${orderId.slice(10)}`, `token_sim_${orderId.slice(10)}`]
  // A bank account is confirmed by its bank on the next day.
  const isSlow = order.mandate.method === 'emandate'
  const now = clock.now()
  const final = fault === 'declined' ? ('rejected' as const) : ('confirmed' as const)
  const token: BankToken = {
    ...order.mandate,
    status: isSlow ? 'initiated' : final,
    bank: order.mandate.method === 'card' ? 'Test Card' : 'Test Bank',
    hint: '4242',
    fault,
    reason: fault === 'declined' ? 'The bank declined the mandate.' : null,
    becomes: isSlow ? final : null,
    debits: 0,
  }
  const payment = {
    order_id: orderId,
    token_id: tokenId,
    customer_id: order.mandate.customer_id,
    amount: order.amount,
    status: fault === 'declined' && !isSlow ? ('failed' as const) : ('captured' as const),
    error_reason: fault === 'declined' && !isSlow ? 'payment_declined' : null,
  }
  if (await lookUp(db, 'token', tokenId)) return paymentId
  await writeDown(db, 'token', tokenId, token, isSlow ? new Date(now.getTime() + DAY_MS) : null)
  await writeDown(db, 'payment', paymentId, payment)
  await announcePayment(db, paymentId, payment, { at: now, fault })
  await announceToken(db, tokenId, token, { at: now, fault })
  return paymentId
}

export function simulatedPaymentsOf(db: Db): PaymentProvider['listPayments'] {
  return async (orderId) =>
    (await paymentsOfOrder(db, orderId)).map(({ id, body }) => ({
      id,
      orderId,
      status: body.status,
      amountPaise: BigInt(body.amount),
      currency: 'INR',
      tokenId: body.token_id,
      customerId: body.customer_id,
      errorReason: body.error_reason,
    }))
}
