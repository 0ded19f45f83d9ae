import { cancelSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, sendAs } from '../fixtures/money.ts'
import { expect, test, toast } from '../fixtures/test.ts'

test('the refund queue names the maximum and refunds in parts until nothing is left', async ({
  adminPage: page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await sendAs(request, person, cancelSubscription, {})
  await page.goto('/admin/refunds')
  const button = page.getByRole('button', { name: new RegExp(`^Refund .* to ${person.email}`) })
  await expect(button).toBeVisible()
  await button.click()
  const form = page.getByRole('form', { name: 'Refund' })
  const amount = form.getByLabel('Amount')
  await expect(form).toContainText(/Up to ₹99\d\.\d\d \(₹999\.00 with a reason\)/)
  await amount.fill('400')
  await form.getByLabel('Type REFUND to confirm').fill('REFUND')
  await form.getByRole('button', { name: 'Refund payment' }).click()
  await expect(toast(page, 'A refund of ₹400.00 was requested.')).toBeVisible()
  await button.click()
  await expect(form).toContainText(/Up to ₹59\d\.\d\d/)
  await form.getByLabel('Type REFUND to confirm').fill('REFUND')
  await form.getByRole('button', { name: 'Refund payment' }).click()
  await expect(toast(page, /A refund of ₹59\d\.\d\d was requested\./)).toBeVisible()
  await expect(button).toHaveCount(0)
  await page.goto(`/admin/users/${person.user.id}`)
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(async () => {
    await page.reload()
    await expect(payments).toContainText('Refunded', { timeout: 2_000 })
    await expect(payments.locator('[data-status="refunded"]')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
})
