// The two ways in which the browser reports that a mandate was approved. The provider is asked; the report only brings
// that about.
import type {
  approveMandate as approved,
  approveSimulated as simulated,
} from '@trading-bot/contract/rest/billing/renewals'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { ProviderUnreachable } from '../../platform/providers/payment-provider.ts'
import { isSimulated } from '../../platform/providers/simulated-payments.ts'
import { findMandate, type MandateRow } from './mandate-store.ts'
import { mandateView } from './mandate-view.ts'
import { settleMandate } from './settle-mandate.ts'

export const approveMandate: UseCase<typeof approved> = async (context, input) => {
  const row = await findOwn(context, input.id)
  if (!row) return refuse('NOT_FOUND')
  const { payments } = context
  const { order_id: orderId } = row
  if (!payments || orderId === null || input.razorpay_order_id !== orderId) return refuse('PAYMENT_NOT_VERIFIED')
  if (!payments.isSignature(orderId, input.razorpay_payment_id, input.razorpay_signature))
    return refuse('PAYMENT_NOT_VERIFIED')
  return settleAndAnswer(context, row)
}

export const approveSimulated: UseCase<typeof simulated> = async (context, { id, outcome }) => {
  const row = await findOwn(context, id)
  if (!row) return refuse('NOT_FOUND')
  const { payments } = context
  if (!row.is_simulated || !isSimulated(payments) || row.order_id === null) return refuse('NOT_SIMULATED')
  if (row.state !== 'created') return refuse('MANDATE_OVER')
  await payments.bank.approve(row.order_id, outcome)
  return settleAndAnswer(context, row)
}

async function settleAndAnswer(context: Context<'owner'>, row: MandateRow) {
  try {
    await settleMandate(context, row.id)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('MANDATE_NOT_APPROVED')
    throw error
  }
  const mandate = (await findMandate(context.db, row.id)) ?? row
  return { message: SENTENCES[mandate.state] ?? 'Your bank has not approved it.', mandate: mandateView(mandate) }
}

const SENTENCES: Readonly<Record<string, string>> = {
  created: 'Your bank has not approved it yet.',
  initiated: 'Approved. Your bank confirms it within a day or two.',
  confirmed: 'Automatic payments are set up.',
  rejected: 'Your bank did not accept it. Nothing is debited.',
}

export async function findOwn({ db, actor }: Context<'owner'>, id: string): Promise<MandateRow | undefined> {
  const row = await findMandate(db, id)
  return row?.user_id === actor.userId ? row : undefined
}
