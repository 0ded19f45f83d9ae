import { quoteCoupon } from '@trading-bot/contract/rest/billing/coupons'
import { createOrder } from '@trading-bot/contract/rest/billing/payments'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse, sentTo } from '../../../testing/answers.ts'
import { button, dialog, expectTexts, fill } from '../../../testing/controls.ts'
import { visit } from '../../../testing/open-app.tsx'
import { signInHolding, takePayments } from '../../../testing/plans.ts'

const summary = dialog.getByRole('region', { name: 'Plan summary' })

test('a coupon is checked where one pays, stands in the summary, and its order carries code and amount', async () => {
  signInHolding('EMA Monthly')
  takePayments('EMA Monthly')
  await visit('/subscriptions')
  await button('Renew now').click()
  refuse(quoteCoupon, 409, { error: 'You have already used this coupon.', code: 'COUPON_USED' })
  await fill({ 'Coupon (optional)': 'SAVE-1' }, dialog)
  // What was typed is not paid past.
  await button(/^Pay /, dialog).click()
  await expect.element(dialog.getByText('You have already used this coupon.')).toBeVisible()
  expect(sentTo(createOrder)).toHaveLength(0)
  answer(quoteCoupon, { code: 'SAVE-2', discount: 329.67, due: 669.33 })
  await fill({ 'Coupon (optional)': 'save-2' }, dialog)
  await button('Apply', dialog).click()
  await expectTexts(summary, 'Coupon SAVE-2−₹329.67', '₹669.33')
  expect(sentTo(quoteCoupon).at(-1)?.body).toMatchObject({ coupon: 'save-2', renew: true })
  await button('Pay ₹669.33', dialog).click()
  await expect
    .poll(() => sentTo(createOrder).at(-1)?.body)
    .toMatchObject({ coupon: 'SAVE-2', due: 669.33, renew: true })
})

test('a coupon can be taken off again', async () => {
  signInHolding('EMA Monthly')
  takePayments('EMA Monthly')
  answer(quoteCoupon, { code: 'SAVE-2', discount: 100, due: 899 })
  await visit('/subscriptions')
  await button('Renew now').click()
  await fill({ 'Coupon (optional)': 'SAVE-2' }, dialog)
  await page.getByRole('textbox', { name: 'Coupon (optional)' }).click()
  await button('Apply', dialog).click()
  await expect.element(button('Pay ₹899.00', dialog)).toBeVisible()
  await button('Remove coupon', dialog).click()
  await expect.element(button('Pay ₹899.00', dialog)).not.toBeInTheDocument()
})
