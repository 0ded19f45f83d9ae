import { cancelPlanRun, listHistoryRuns, startPlanRun } from '@trading-bot/contract/rest/trading/history-runs'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { planNamed, sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { expect, test } from '../fixtures/test.ts'
import { makeReady, makeRunning } from '../fixtures/trading.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'

// A run over weeks of bars, its robustness and every axe rule take their time on a busy machine.
test.setTimeout(90_000)

test('a user tries the own bot on history from its panel: counted, with costs, drawdown and how far to believe it', async ({
  page,
  person,
  request,
}) => {
  const { id } = await makeRunning(request, person)
  await storeSession(page, person)
  await subscriptionsPage(page).open()
  await botPanel(page).panel.getByRole('link', { name: 'Try it on history' }).click()
  await expect(page.getByRole('heading', { name: 'Try it on history' })).toBeVisible()
  const before = page.getByRole('region', { name: 'New run' })
  await expect(before).toContainText('0 of 20 runs used this month.')
  await before.getByText('10', { exact: true }).click()
  await before.getByRole('button', { name: 'Run on history' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('How far to believe it', { timeout: 60_000 })
  await expect(result).toContainText('Net, after charges')
  await expect(result).toContainText('Max drawdown')
  await expect(result).toContainText('says little about what it will do next')
  await expect(result).toContainText('Simulated market: says nothing about profit')
  await expect(before).toContainText('1 of 20 runs used this month.')
  await expect(page.getByRole('table', { name: 'Your runs' })).toContainText('Finished')
  await expectNoViolations(page, 'try on history')
  const { used, runs } = await sendAs(request, person, listHistoryRuns, { id })
  expect([used, runs[0]?.days]).toEqual([1, 10])
})

test('a bot that was never started is set up for a run without starting it', async ({ page, person, request }) => {
  await makeReady(request, person)
  await storeSession(page, person)
  await page.goto('/try-on-history')
  await page.getByRole('button', { name: 'Set up my bot' }).click()
  await expect(page.getByRole('button', { name: 'Run on history' })).toBeEnabled()
  await expect(page.getByText('Results stay here for 90 days.')).toBeVisible()
})

test('a user without a plan tries a plan’s bot with a typed capital before buying: three times a day', async ({
  page,
  person,
  request,
}) => {
  await storeSession(page, person)
  const { card, open } = pricingPage(page)
  await open()
  await card('EMA Monthly').getByRole('link', { name: 'Try it on history' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Try EMA Monthly on history' })).toBeVisible()
  const before = page.getByRole('region', { name: 'New run' })
  await expect(before).toContainText('0 of 3 runs before buying used today.')
  const capital = before.getByRole('textbox', { name: 'Capital' })
  const run = before.getByRole('button', { name: 'Run on history' })
  await capital.fill('500')
  await run.click()
  await expect(before).toContainText('Enter a capital of at least ₹1,000')
  await expect(capital).toBeFocused()
  await capital.fill('200000')
  await before.getByText('10', { exact: true }).click()
  await run.click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('How far to believe it', { timeout: 60_000 })
  await expect(result).toContainText('Capital₹2,00,000.00')
  await expect(result).toContainText('says little about what it will do next')
  await expect(before).toContainText('1 of 3 runs before buying used today.')
  await expectNoViolations(page, 'try a plan on history')
  await takePictures(page, 'try-a-plan')
  const plan = await planNamed(request, person, 'EMA Monthly')
  for (const _ of [2, 3]) {
    const { id } = await sendAs(request, person, startPlanRun, { id: plan.id, days: 1, capital: 1_000 })
    await sendAs(request, person, cancelPlanRun, { id: plan.id, run_id: id })
  }
  await page.reload()
  await expect(before).toContainText('3 of 3 runs before buying used today.')
  await expect(run).toBeDisabled()
})

test('a visitor who is not signed in is asked to sign in before trying a plan', async ({ page }) => {
  await page.goto('/try-on-history/0190b5a0-0000-7000-8000-000000000001')
  await expect(page).toHaveURL('/login')
})
