import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { listHistoryRuns } from '@trading-bot/contract/rest/trading/history-runs'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'
import { makeRunning } from '../fixtures/trading.ts'
import { pricingPage } from '../pages/billing/pricing-page.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'

test('a user tries a plan’s bot on history before buying, and the own bot afterwards: counted, with costs, drawdown and how far to believe it', async ({
  page,
  person,
  request,
}) => {
  // Two runs over days of bars and their robustness take their time on a busy machine.
  test.setTimeout(120_000)
  await storeSession(page, person)
  const { card, open } = pricingPage(page)
  const before = page.getByRole('region', { name: 'New run' })
  const result = page.getByRole('region', { name: 'Result' })
  const run = async () => {
    await before.getByText('10', { exact: true }).click()
    await before.getByRole('button', { name: 'Run on history' }).click()
    await expect(result).toContainText('How far to believe it', { timeout: 50_000 })
    await expect(result).toContainText('says little about what it will do next')
  }
  await open()
  await card('EMA Monthly').getByRole('link', { name: 'Try it on history' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Try EMA Monthly on history' })).toBeVisible()
  await before.getByRole('textbox', { name: 'Capital' }).fill('200000')
  await run()
  await expect(result).toContainText('Capital₹2,00,000.00')
  await expect(before).toContainText('1 of 3 runs before buying used today.')

  await makeRunning(request, person)
  await subscriptionsPage(page).open()
  await botPanel(page).panel.getByRole('link', { name: 'Try it on history' }).click()
  await expect(before).toContainText('0 of 20 runs used this month.')
  await run()
  await expect(result).toContainText('Net, after charges')
  await expect(result).toContainText('Max drawdown')
  await expect(result).toContainText('Simulated market: says nothing about profit')
  await expect(before).toContainText('1 of 20 runs used this month.')
  await expect(page.getByRole('table', { name: 'Your runs' })).toContainText('Finished')
  const { bot } = await sendAs(request, person, readParticipation, {})
  const { used, runs } = await sendAs(request, person, listHistoryRuns, { id: bot!.id })
  expect([used, runs[0]?.days]).toEqual([1, 10])
})
