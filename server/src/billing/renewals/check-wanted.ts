import type { Tx } from '../../platform/db/client.ts'
import { findOwnMandate, type MandateRow } from '../mandates/index.ts'
import { findSubscription, findValid, type SubscriptionRow } from '../subscriptions/index.ts'
import { closeRenewal, planNext, type RenewalRow } from './renewal-store.ts'
import { PAUSED_LIMIT_MS, PAUSED_LOOK_MS } from './renewal-times.ts'

export type Wanted = { readonly subscription: SubscriptionRow; readonly mandate: MandateRow }

/** Undefined once it is not wanted any more, which closes it; or while its mandate is paused, which is waited for. */
export async function checkWanted(tx: Tx, renewal: RenewalRow, now: Date): Promise<Wanted | undefined> {
  const subscription = await findSubscription(tx, renewal.subscription_id)
  const reason = await whyNot(tx, renewal, subscription, now)
  if (reason !== undefined || !subscription) {
    await closeRenewal(tx, renewal.id, 'stopped', reason ?? 'The plan is gone', now)
    return undefined
  }
  const mandate = await findOwnMandate(tx, renewal.user_id)
  if (mandate?.state === 'paused' && now.getTime() < renewal.for_end_at.getTime() + PAUSED_LIMIT_MS) {
    await planNext(tx, renewal.id, new Date(now.getTime() + PAUSED_LOOK_MS))
    return undefined
  }
  if (mandate?.state !== 'confirmed') {
    await closeRenewal(tx, renewal.id, 'stopped', 'There is no mandate any more', now)
    return undefined
  }
  return { subscription, mandate }
}

async function whyNot(tx: Tx, renewal: RenewalRow, row: SubscriptionRow | undefined, now: Date) {
  if (!row || row.status === 'cancelled') return 'The plan was cancelled'
  if (row.end_at?.getTime() !== renewal.for_end_at.getTime()) return 'The plan was paid or changed otherwise'
  if (!row.auto_renew) return 'Automatic renewal was turned off'
  if (row.status === 'expired' && (await findValid(tx, row.user_id, now))) return 'Another plan was bought'
  return undefined
}
