import type {
  listPayments as list,
  readPayment as one,
  readPaymentStatus as status,
} from '@trading-bot/contract/rest/billing/payments'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { PaymentStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { findPayment, listUserPayments, type PaymentRow } from './payment-store.ts'
import { paymentViews } from './payment-view.ts'

export const listPayments: UseCase<typeof list> = async ({ db, actor }) =>
  paymentViews(db, await listUserPayments(db, actor.userId))

export const readPayment: UseCase<typeof one> = async (context, { id }) => {
  const row = await findOwn(context, id)
  const [view] = row ? await paymentViews(context.db, [row]) : []
  return view ?? refuse('NOT_FOUND')
}

export const readPaymentStatus: UseCase<typeof status> = async (context, { id }) => {
  const row = await findOwn(context, id)
  return row ? { id, status: PaymentStatus.parse(row.status) } : refuse('NOT_FOUND')
}

/** Another user's payment is not found. */
export async function findOwn({ db, actor }: Context, id: string): Promise<PaymentRow | undefined> {
  const row = await findPayment(db, id)
  return row?.user_id === actor?.userId ? row : undefined
}
