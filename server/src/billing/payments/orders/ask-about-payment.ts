import type { askAboutPayment as spec } from '@trading-bot/contract/rest/billing/goodwill'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { type ProviderPayment, ProviderUnreachable } from '../../../platform/providers/payment-provider.ts'
import { findPayment } from '../payment-store.ts'
import { paymentViews } from '../payment-view.ts'
import { applyFound } from './poll-orders.ts'

/** The poller's look, at once: nobody's lock is held while the provider is asked. */
export const askAboutPayment: UseCase<typeof spec> = async (context, { id, reason }) => {
  const { db, payments } = context
  const payment = await findPayment(db, id)
  if (!payment) return refuse('NOT_FOUND')
  if (payment.order_id === null || payments?.isSimulated !== payment.is_simulated) return refuse('NEVER_ORDERED')
  try {
    const found = await payments.listPayments(payment.order_id)
    await applyFound(context, id, found)
    const states = found.map(({ status }) => status)
    await recordAudit(db, context, {
      action: 'payment.asked',
      subject: { kind: 'payment', id },
      after: { reason, found: states.join(', ') || 'nothing' },
    })
    const after = await findPayment(db, id)
    const [view] = after ? await paymentViews(db, [after]) : []
    return view ? { message: sentenceOf(found, after?.effect ?? null), payment: view } : refuse('NOT_FOUND')
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('PAYMENT_PROVIDER_DOWN')
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
