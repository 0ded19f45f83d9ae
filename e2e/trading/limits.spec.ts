import { readOwnLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'

test('limits set in the configuration, and tightened while the bot runs, are bounded by the server and apply at once', async ({
  page,
  person,
  request,
}) => {
  const { id } = await makeRunning(request, person)
  await storeSession(page, person)
  const { open, configure, dialog, save } = subscriptionsPage(page)
  await open()
  await configure.click()
  const limits = dialog.getByRole('group', { name: 'Your limits' })
  await limits.getByLabel('Max loss per day').fill('900000')
  await save.click()
  await expect(limits.getByText(/Max loss per day cannot exceed ₹/)).toBeVisible()
  await limits.getByLabel('Max loss per day').fill('500')
  await limits.getByLabel('Trailing stop %').fill('1.5')
  await save.click()
  await expect(toast(page, 'Bot configuration saved successfully!')).toBeVisible()
  const figures = botPanel(page).panel.getByRole('region', { name: 'Limits' })
  await expect(figures).toContainText('of ₹500.00')
  await expect(figures).toContainText('1.5 %')

  await figures.getByRole('button', { name: 'Tighten limits' }).click()
  await dialog.getByLabel('Max loss per day').fill('900')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(dialog.getByText(/Max loss per day can’t be above ₹/)).toBeVisible()
  await dialog.getByLabel('Max loss per day').fill('250')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect(toast(page, 'Limits saved. They apply at once.')).toBeVisible()
  await expect(figures).toContainText('of ₹250.00')
  const { own } = await sendAs(request, person, readOwnLimits, { id })
  expect(own).toMatchObject({ max_loss_per_day: 250, excluded_symbols: [] })
})
