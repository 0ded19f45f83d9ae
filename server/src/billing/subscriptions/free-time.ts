// Days that an operator gave go along with their holder when the plan changes.
import type { Tx } from '../../platform/db/client.ts'
import { grantPeriod } from './periods.ts'
import { listOpenPeriods, type SubscriptionRow } from './subscription-store.ts'

type FreeTime = { readonly goodwillId: string; readonly restMs: number; readonly monthlyPaise: bigint | null }

export async function listFreeTime(tx: Tx, subscriptionId: string, now: Date): Promise<FreeTime[]> {
  const open = await listOpenPeriods(tx, subscriptionId)
  return open.flatMap(({ goodwill_id, starts_at, ends_at, monthly_paise }) => {
    const restMs = ends_at.getTime() - Math.max(starts_at.getTime(), now.getTime())
    const monthlyPaise = monthly_paise === null ? null : BigInt(monthly_paise)
    return goodwill_id && restMs > 0 ? [{ goodwillId: goodwill_id, restMs, monthlyPaise }] : []
  })
}

type Begin = { readonly subscription: SubscriptionRow; readonly starts: Date; readonly monthlyPaise: bigint }

/** As many days as before; fewer on a dearer plan, by its price, so that an upgrade makes no gift larger. */
export async function carryFreeTime(
  tx: Tx,
  free: readonly FreeTime[],
  { subscription, starts, monthlyPaise }: Begin,
  now: Date,
): Promise<Date> {
  let ends = starts
  for (const { goodwillId, restMs, monthlyPaise: former } of free) {
    const isDearer = former !== null && former < monthlyPaise
    const lengthMs = isDearer ? Number((BigInt(restMs) * former) / monthlyPaise) : restMs
    if (lengthMs === 0) continue
    const granted = { lengthMs, valuePaise: 0n, creditPaise: 0n }
    const grant = { subscription, paymentId: null, goodwillId, granted, monthlyPaise, starts: ends }
    ends = await grantPeriod(tx, grant, now)
  }
  return ends
}
