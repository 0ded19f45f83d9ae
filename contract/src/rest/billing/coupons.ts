// Coupons: what they take off, for whom and how often, and what was redeemed.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, dayInput, Id, paging, Rupees, rupeesInput, Time } from '../shapes.ts'
import { BillingCycle } from './plans.ts'

const CODE = 'Enter 3 to 24 letters, digits or hyphens'
/** As it is typed: capitals or not, with blanks around it or not. */
export const CouponCode = z.pipe(
  z.pipe(
    z.string(CODE).check(z.trim(), z.maxLength(24, CODE)),
    z.transform((code) => code.toUpperCase()),
  ),
  z.string().check(z.regex(/^[A-Z0-9-]{3,24}$/, CODE)),
)

const PERCENT = 'Enter a whole number from 1 to 100'
const MOST = 'Enter a whole number of 1 or more'
const Day = dayInput('Enter a date like 2026-11-15')

export const CouponForm = z
  .strictObject({
    coupon: CouponCode,
    /** Either a part of the price in per cent, or an amount in rupees. */
    percent: z._default(z.nullable(z.int(PERCENT).check(z.gte(1, PERCENT), z.lte(100, PERCENT))), null),
    amount: z._default(z.nullable(rupeesInput('Enter an amount of at least ₹1', { min: 1, max: 1_000_000 })), null),
    /** Empty: every plan. */
    plan_ids: z._default(z.array(Id).check(z.maxLength(50, 'At most 50 plans')), []),
    /** India days, both included; without a last day it ends when it is switched off. */
    first_day: z._default(z.nullable(Day), null),
    last_day: z._default(z.nullable(Day), null),
    once_per_user: z._default(z.boolean(), true),
    max_redemptions: z._default(
      z.nullable(z.int(MOST).check(z.gte(1, MOST), z.lte(10_000_000, 'At most 1,00,00,000'))),
      null,
    ),
    note: z._default(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')), ''),
  })
  .check(
    z.refine(({ percent, amount }) => (percent === null) !== (amount === null), {
      error: 'Enter either a percentage or an amount',
      path: ['amount'],
    }),
    z.refine(({ first_day, last_day }) => first_day === null || last_day === null || first_day <= last_day, {
      error: 'The last day is before the first',
      path: ['last_day'],
    }),
  )
export type CouponForm = z.infer<typeof CouponForm>

export const Coupon = z.object({
  id: Id,
  code: z.string(),
  percent: z.nullable(z.int()),
  amount: z.nullable(Rupees),
  plans: z.array(z.object({ id: Id, name: z.string() })),
  starts_at: Time,
  ends_at: z.nullable(Time),
  once_per_user: z.boolean(),
  max_redemptions: z.nullable(z.int()),
  is_active: z.boolean(),
  note: z.string(),
  /** Paid for with it, and what it took off in all. */
  redeemed: z.int(),
  discount: Rupees,
  /** Held for orders that are not paid yet. */
  reserved: z.int(),
  created_at: Time,
})
export type Coupon = z.infer<typeof Coupon>

export const listCoupons = call({
  method: 'GET',
  path: '/admin/coupons/',
  access: 'admin',
  summary: 'Every coupon with what was redeemed, the newest first; at most 500.',
  answer: z.array(Coupon),
})

const Saved = z.object({ message: z.string(), coupon: Coupon })

export const createCoupon = call({
  method: 'POST',
  path: '/admin/coupons/',
  access: 'admin',
  recentAuth: true,
  summary: 'Add a coupon. Its terms never change; it can be switched off.',
  body: CouponForm,
  answer: Saved,
  status: 201,
})

export const switchCoupon = call({
  method: 'PUT',
  path: '/admin/coupons/{id}/',
  access: 'admin',
  summary: 'Switch a coupon on or off. Orders that already carry it keep it.',
  params: ById,
  body: z.strictObject({ is_active: z.boolean('Say whether it is on') }),
  answer: Saved,
})

export const Redemption = z.object({
  id: Id,
  user: z.object({ id: Id, email: z.string(), username: z.string() }),
  plan_name: z.string(),
  discount: Rupees,
  paid: Rupees,
  redeemed_at: Time,
})
export type Redemption = z.infer<typeof Redemption>

export const listRedemptions = call({
  method: 'GET',
  path: '/admin/coupons/{id}/redemptions/',
  access: 'admin',
  summary: 'Who has paid with a coupon, the newest first; x-totals counts and sums them.',
  params: ById,
  query: z.strictObject(paging),
  answer: z.array(Redemption),
  totals: z.object({ count: z.int(), discount: Rupees, paid: Rupees }),
})

export const quoteCoupon = call({
  method: 'POST',
  path: '/subscriptions/coupon/',
  access: 'signed-in',
  summary: 'What a coupon takes off the payment for this plan now, and what remains due; nothing is used up by asking.',
  body: z.strictObject({
    coupon: CouponCode,
    plan_id: z.optional(z.nullable(Id)),
    bot_plan_id: z.optional(z.nullable(Id)),
    billing_cycle: z.optional(z.nullable(BillingCycle)),
    renew: z.optional(z.boolean()),
  }),
  answer: z.object({ code: z.string(), discount: Rupees, due: Rupees }),
})
