import * as coupons from '@trading-bot/contract/rest/billing/coupons'
import { bindReport, bindRoute } from '../../platform/http/bind-route.ts'
import { createCoupon, listCoupons, listRedemptions, switchCoupon } from './manage-coupons.ts'

export { type Discount, forgiveGuesses, limitGuesses, priceCoupon, redeemCoupon, reserveCoupon } from './use-coupon.ts'
export { releaseOthers } from './coupon-store.ts'

export const couponRoutes = [
  bindRoute(coupons.listCoupons, listCoupons),
  bindRoute(coupons.createCoupon, createCoupon),
  bindRoute(coupons.switchCoupon, switchCoupon),
  bindReport(coupons.listRedemptions, listRedemptions),
]
