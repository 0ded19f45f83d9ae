import { readFile } from 'node:fs/promises'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { sendAs } from '../fixtures/money.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'

test('SB-04 SB-05 SB-06 SB-10 PY-06 a regular plan is bought by the wizard, configured, renewed and invoiced', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const { dialog, current, payments, next, configure, save, renew, buy, open, purchase } = subscriptionsPage(page)
  const held = () => sendAs(request, person, readMySubscription, {})
  await open()
  await purchase('Starter')
  await dialog.getByLabel('Bot type').selectOption('rsi_strategy')
  await dialog.getByLabel('Stock symbol').selectOption('SBIN-EQ')
  await dialog.getByLabel('Quantity').fill('3')
  await next.click()
  await dialog.getByRole('group', { name: 'Parameters of the RSI Strategy' }).getByLabel('RSI period').fill('9')
  await next.click()
  await dialog.getByLabel('Max loss per day (optional)').fill('300')
  await next.click()
  await buy.click()
  await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(toast(page, 'Payment processed successfully! Subscription created.')).toBeVisible()
  await expect(current).toContainText('Starter')
  const bought = await held()
  const choice = { bot_type: 'rsi_strategy', symbol: 'SBIN-EQ', quantity: 3, backtest_mode: true }
  expect(bought.bot_configuration).toMatchObject({
    ...choice,
    strategy_parameters: { rsi_period: 9 },
    max_loss_per_day: 300,
  })

  await configure.click()
  await dialog.getByLabel('Capital Amount').fill('50000')
  await save.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  // Not by force, which would hit the overlay of a dialog that is still fading.
  await renew.click()
  await expect(renew).toBeChecked()
  await current.getByRole('button', { name: 'Renew now' }).click()
  await page.getByRole('dialog', { name: 'Renew Plan' }).getByRole('button', { name: 'Pay ₹499.00' }).click()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(current).toContainText('next period paid')
  const renewed = await held()
  expect(renewed).toMatchObject({ auto_renew: true, bot_configuration: { ...choice, capital_amount: 50_000 } })
  expect(Date.parse(renewed.end_date!) - Date.parse(bought.end_date!)).toBe(30 * 86_400_000)

  const invoice = payments.getByRole('button', { name: /^Download invoice TEST-INV/ }).last()
  const [file] = await Promise.all([page.waitForEvent('download'), invoice.click()])
  expect(file.suggestedFilename()).toMatch(/^TEST-INV-.*\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
