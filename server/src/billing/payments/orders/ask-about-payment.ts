import type { askAboutPayment as spec } from '@trading-bot/contract/rest/billing/goodwill'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderUnreachable,
} from '../../../platform/providers/payment-provider.ts'
import { findPayment } from '../payment-store.ts'
import { paymentViews } from '../payment-view.ts'
import { applyFound } from './poll-orders.ts'

/** The poller's look, at once: nobody's lock is held while the provider is asked. */
export const askAboutPayment: UseCase<typeof spec> = async (context, { id, reason }) => {
  const { db, payments } = context
  const payment = await findPayment(db, id)
  if (!payment) return refuse('NOT_FOUND')
  if (payment.order_id === null || payments?.isSimulated !== payment.is_simulated) return refuse('NEVER_ORDERED')
  const found = await listUnlessUnreachable(payments, payment.order_id)
  // Before anything is applied, so that no money moves by somebody's hand without a line that says whose.
  await recordAudit(db, context, {
    action: 'payment.asked',
    subject: { kind: 'payment', id },
    after: { reason, found: found?.map(({ status }) => status).join(', ') ?? 'no answer' },
  })
  if (!found) return refuse('PAYMENT_UNKNOWN')
  await applyFound(context, id, found)
  const after = await findPayment(db, id)
  const [view] = after ? await paymentViews(db, [after]) : []
  return view ? { message: sentenceOf(found, after?.effect ?? null), payment: view } : refuse('NOT_FOUND')
}

async function listUnlessUnreachable(provider: PaymentProvider, orderId: string) {
  try {
    return await provider.listPayments(orderId)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return undefined
    throw error
  }
}

function sentenceOf(found: readonly ProviderPayment[], effect: string | null): string {
  if (effect === 'granted') return 'Paid: the provider has captured it, and the plan has it.'
  if (effect === 'returned') return 'Captured, but it could not be used: it goes back in full.'
  if (found.some(({ status }) => status === 'captured'))
    return 'The provider captured another amount than was ordered: it is held for review.'
  if (found.some(({ status }) => status === 'created' || status === 'authorized'))
    return 'The provider is still processing it. Nothing was captured yet.'
  return found.length === 0
    ? 'The provider knows of no attempt to pay this order.'
    : 'Nothing was captured: the last attempt failed.'
}
