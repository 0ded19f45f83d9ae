import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import { isDebitUnderWay } from '../payments/index.ts'
import { findValid, lockBilling, type SubscriptionRow } from '../subscriptions/index.ts'

/** Takes the user's billing lock; a closed account is nobody's any more. */
export async function lockUserBilling(tx: Tx, userId: string, now: Date): Promise<Refusal | undefined> {
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst()
  if (!user) return refuse('NOT_FOUND')
  if (user.status === 'closed') return refuse('ACCOUNT_CLOSED')
  await lockBilling(tx, userId, now)
  return undefined
}

export type HeldPlan = SubscriptionRow & { readonly end_at: Date }

/** The user's running plan under the billing lock, if it still ends when the operator saw it end. */
export async function lockPlanOfUser(
  tx: Tx,
  userId: string,
  /** Undefined where nobody has looked at it. */
  endsBefore: string | undefined,
  now: Date,
): Promise<HeldPlan | Refusal> {
  const refusal = await lockUserBilling(tx, userId, now)
  if (refusal) return refusal
  const valid = await findValid(tx, userId, now)
  if (!valid?.end_at) return refuse('NO_PLAN_TO_CHANGE')
  const { end_at } = valid
  if (endsBefore !== undefined && end_at.getTime() !== Date.parse(endsBefore))
    return refuse('END_CHANGED', { values: { end: dayText(end_at) } })
  // Its capture extends exactly the end that it was asked for, and would be sent back.
  if (await isDebitUnderWay.ask(tx, valid.id, end_at)) return refuse('DEBIT_AT_BANK')
  return { ...valid, end_at }
}

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

export function dayText(instant: Date): string {
  return DAY.format(instant)
}
