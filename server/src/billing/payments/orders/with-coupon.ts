// What a coupon takes off a payment: shown first, then charged to the paise.
import type { quoteCoupon as spec } from '@trading-bot/contract/rest/billing/coupons'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { forgiveGuesses, limitGuesses, priceCoupon } from '../../coupons/index.ts'
import { findOffer, lockBilling, type PlanOffer } from '../../subscriptions/index.ts'
import { findDue } from './find-due.ts'
import type { Target } from './record-order.ts'

export const quoteCoupon: UseCase<typeof spec> = async ({ db, actor, clock }, { coupon, ...input }) => {
  const { userId } = actor
  const limited = await limitGuesses(db, userId, clock.now())
  if (limited) return limited
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const offer = await findOffer(tx, input, input.billing_cycle)
    if (!offer?.isOffered) return refuse('PLAN_NOT_OFFERED')
    await lockBilling(tx, userId, now)
    const due = await findDue(tx, userId, offer, input.renew === true, now)
    if (due instanceof Refusal) return due
    const discount = await priceCoupon(tx, coupon, { userId, ...termsOf(due.offer), duePaise: due.duePaise }, now)
    if (discount instanceof Refusal) return discount
    await forgiveGuesses(tx, userId)
    const rupees = (paise: bigint) => Number(paise) / 100
    const { discountPaise } = discount
    return { code: discount.code, discount: rupees(discountPaise), due: rupees(due.duePaise - discountPaise) }
  })
}

type Wanted = { readonly coupon?: string | null | undefined; readonly due?: number | null | undefined }

/** The target less the coupon; refused where the amount is not the one that was shown. */
export async function withCoupon(
  tx: Tx,
  target: Target,
  userId: string,
  { coupon, due }: Wanted,
  now: Date,
): Promise<Target | Refusal> {
  const { offer, duePaise } = target
  const discount = coupon ? await priceCoupon(tx, coupon, { userId, ...termsOf(offer), duePaise }, now) : undefined
  if (discount instanceof Refusal) return discount
  const priced = discount
    ? { ...target, discount, duePaise: duePaise - discount.discountPaise, isQuoted: true }
    : target
  const isAsShown = due === undefined || due === null || BigInt(Math.round(due * 100)) === priced.duePaise
  return isAsShown ? priced : refuse('QUOTE_EXPIRED')
}

function termsOf({ planId, botPlanId, chargePaise }: PlanOffer) {
  return { planId, botPlanId, chargePaise }
}
