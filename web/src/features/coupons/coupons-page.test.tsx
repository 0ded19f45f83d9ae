import * as api from '@trading-bot/contract/rest/billing/coupons'
import { listPlans } from '@trading-bot/contract/rest/billing/plans'
import { beforeEach, expect, test } from 'vitest'
import { answer, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectTexts, fill, rowsOf } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const COUPON: api.Coupon = {
  id: '0190b5a0-0000-7000-8000-000000000021',
  code: 'DIWALI',
  percent: 20,
  amount: null,
  plans: [],
  starts_at: '2026-11-01T18:30:00.000Z',
  ends_at: '2026-11-30T18:30:00.000Z',
  once_per_user: true,
  max_redemptions: 100,
  is_active: true,
  note: 'Newsletter',
  redeemed: 3,
  discount: 599.4,
  reserved: 0,
  created_at: '2026-11-01T06:00:00.000Z',
}

beforeEach(() => {
  signInAs('admin')
  answer(api.listCoupons, [COUPON])
  answer(listPlans, [])
})

test('a coupon shows its terms and what it has given, opens its redemptions, and is switched off', async () => {
  await visit('/admin/coupons')
  await expectTexts(
    rowsOf('Coupons').first(),
    'DIWALI',
    '20 %',
    '02 Nov 2026 to 30 Nov 2026',
    'Once a user, 100 in all',
  )
  await expectTexts(rowsOf('Coupons').first(), '₹599.40')
  const user = { id: '0190b5a0-0000-7000-8000-000000000022', email: 'buyer@example.in', username: 'buyer' }
  const paid = { id: COUPON.id, user, plan_name: 'EMA Monthly', discount: 199.8, paid: 799.2 }
  answer(api.listRedemptions, [{ ...paid, redeemed_at: '2026-11-05T06:00:00.000Z' }], {
    totals: { count: 1, discount: 199.8, paid: 799.2 },
  })
  await button('Redemptions of DIWALI').click()
  await expect.element(dialog.getByText('1 payment: ₹199.80 off, ₹799.20 paid.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  answer(api.switchCoupon, () => {
    answer(api.listCoupons, [{ ...COUPON, is_active: false }])
    return { message: 'DIWALI is off.', coupon: { ...COUPON, is_active: false } }
  })
  await rowsOf('Coupons').getByRole('switch', { name: 'DIWALI is on' }).click({ force: true })
  await expect.element(toast('DIWALI is off.')).toBeVisible()
})

test('a coupon is created with either a percentage or an amount; mistakes stand beside their fields', async () => {
  answer(api.listCoupons, [])
  await visit('/admin/coupons')
  await button('Create Coupon').first().click()
  await fill({ Code: 'X' }, dialog)
  await button('Create Coupon', dialog).click()
  await expectTexts(dialog, 'Enter 3 to 24 letters, digits or hyphens')
  await fill({ Code: 'new-year' }, dialog)
  await button('Create Coupon', dialog).click()
  await expectTexts(dialog, 'Enter either a percentage or an amount')
  await fill({ Percentage: '25', 'Redemptions in All': '50' }, dialog)
  refuse(api.createCoupon, 400, { coupon: ['A coupon with this code already exists'] })
  await button('Create Coupon', dialog).click()
  await expectTexts(dialog, 'A coupon with this code already exists')
  answer(api.createCoupon, { message: 'NEW-YEAR was created.', coupon: { ...COUPON, code: 'NEW-YEAR' } })
  await button('Create Coupon', dialog).click()
  await expect.element(toast('NEW-YEAR was created.')).toBeVisible()
  expect(sentTo(api.createCoupon).at(-1)?.body).toMatchObject({
    coupon: 'new-year',
    percent: 25,
    amount: null,
    max_redemptions: 50,
    once_per_user: true,
  })
})
