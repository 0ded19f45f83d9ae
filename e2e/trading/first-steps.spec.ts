import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy, sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { PRACTICE_KEYS } from '../fixtures/trading.ts'

test('the checklist leads from the plan to the first trade, and is gone with it', async ({ page, person, request }) => {
  await storeSession(page, person)
  const list = page.getByRole('region', { name: 'Your first trade' })
  const next = list.locator('[aria-current="step"]')
  await page.goto('/dashboard')
  await expect(next).toContainText('Choose a plan')
  await expect(next.getByRole('link')).toHaveAttribute('href', '/pricing')
  await expectNoViolations(page, 'the dashboard of a new trader')
  const { id } = await buy(request, person, 'EMA Monthly')
  await page.reload()
  await expect(next).toContainText('Set your capital')
  await sendAs(request, person, updateConfiguration, { id, capital_amount: 100_000 })
  await page.reload()
  await expect(next).toContainText('Save your broker credentials')
  await sendAs(request, person, saveCredentials, PRACTICE_KEYS)
  await page.reload()
  await expect(next).toContainText('Start the bot')
  await botPanel(page).start.click()
  await botPanel(page).confirm('Start Bot')
  await expect(next).toContainText('Wait for the first trade')
  const changes = { total_bots: null, active_bots: null, total_trades: null, total_pnl: null }
  const stats = { total_bots: 1, active_bots: 1, total_trades: 1, total_pnl: 0, changes }
  await page.route('**/api/bots/stats/', (route) => route.fulfill(json(200, stats)))
  await page.reload()
  await expect(botPanel(page).status).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('a term is explained by keyboard, and Escape closes the explanation', async ({ traderPage: page }) => {
  await page.goto('/dashboard')
  const help = botPanel(page).panel.getByRole('button', { name: 'What is “Paper”?' })
  await help.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('invented money. Charges are counted')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('invented money. Charges are counted')).toHaveCount(0)
})
