import type { Deps } from '../../../platform/http/context.ts'
import { type ProviderPayment, ProviderUnreachable } from '../../../platform/providers/payment-provider.ts'
import { applyCapture } from '../captures/apply-capture.ts'

const POLL_PAUSE_MS = 60_000
// Late authorisation can capture an attempt up to three days after it failed.
const WATCHED_MS = 4 * 86_400_000
const BATCH = 50

/** Polls the provider about orders that neither callback nor webhook has settled. */
export async function pollOrders(deps: Deps): Promise<void> {
  const { payments } = deps
  if (!payments || payments.isSimulated) return
  const now = deps.clock.now()
  const rows = await deps.db
    .updateTable('payments')
    .set({ polled_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('payments')
        .select('id')
        .where('status', 'in', ['pending', 'failed'])
        .where('is_simulated', '=', false)
        .where('order_id', 'is not', null)
        // A debit by mandate is looked at by its renewal until it has failed; afterwards it may still be captured.
        .where((row) => row.or([row('renews_end_at', 'is', null), row('status', '=', 'failed')]))
        .where('created_at', '>', new Date(now.getTime() - WATCHED_MS))
        .where('created_at', '<', new Date(now.getTime() - POLL_PAUSE_MS))
        .where((row) =>
          row.or([row('polled_at', 'is', null), row('polled_at', '<', new Date(now.getTime() - POLL_PAUSE_MS))]),
        )
        .orderBy('polled_at', (order) => order.asc().nullsFirst())
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'order_id'])
    .execute()
  for (const { id, order_id } of rows) if (order_id !== null) await settleOrder(deps, id, order_id)
}

async function settleOrder(deps: Deps, paymentId: string, orderId: string): Promise<void> {
  try {
    await applyFound(deps, paymentId, (await deps.payments?.listPayments(orderId)) ?? [])
  } catch (error) {
    // No answer proves nothing: the order is polled again.
    if (!(error instanceof ProviderUnreachable)) throw error
  }
}

/** All that was captured: one may differ from the order while another is right, and duplicates are refunded. */
export async function applyFound(deps: Deps, paymentId: string, found: readonly ProviderPayment[]): Promise<void> {
  for (const { id: providerPaymentId, amountPaise, currency } of found.filter(({ status }) => status === 'captured')) {
    await deps.db
      .transaction()
      .execute((tx) => applyCapture(tx, deps, paymentId, { providerPaymentId, amountPaise, currency }))
  }
}
