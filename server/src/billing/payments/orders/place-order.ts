import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { PaymentOrder } from '@trading-bot/contract/rest/billing/subscriptions'
import type { Deps } from '../../../platform/http/context.ts'
import { ProviderUnreachable } from '../../../platform/providers/payment-provider.ts'
import { saveOrderId, type PaymentRow } from '../payment-store.ts'

/**
 * Places a recorded order with the provider, outside any transaction, so that a slow provider blocks nobody. A crash in
 * between leaves a row without an order, which the next call for the same plan reuses.
 */
export async function placeOrder(
  { db, payments: provider }: Pick<Deps, 'db' | 'payments'>,
  row: PaymentRow,
): Promise<PaymentOrder | Refusal> {
  if (!provider) return refuse('PAYMENTS_NOT_CONFIGURED')
  try {
    const placed =
      row.order_id === null
        ? await saveOrderId(
            db,
            row.id,
            await provider.createOrder({ amountPaise: BigInt(row.amount_paise), receipt: row.id }),
          )
        : row
    return orderView(placed, provider.keyId)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('PAYMENT_PROVIDER_DOWN')
    throw error
  }
}

function orderView(row: PaymentRow, keyId: string): PaymentOrder {
  return {
    key_id: keyId,
    amount: Number(row.amount_paise),
    currency: 'INR',
    order_id: row.order_id ?? '',
    payment_id: row.id,
    is_simulated: row.is_simulated,
  }
}
