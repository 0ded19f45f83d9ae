import { randomBytes } from 'node:crypto'
import { listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { sendAs } from '../fixtures/money.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { expect, test, toast } from '../fixtures/test.ts'

const PASSIVE_CODE = 'def on_bar(bot, bar):\n    pass\n'

test('AB-03 AB-04 AB-06 AC-01 AC-03 a bot is created from the template, broken, fixed, tested and saved', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const bots = adminBotsPage(page)
  const name = `Bot ${randomBytes(4).toString('hex')}`
  await bots.openCode()
  await bots.create.click()
  await bots.save.click()
  await expect(bots.dialog).toContainText('Bot name is required')
  await bots.field('Name').fill(name)
  await bots.save.click()
  await expect(toast(page, 'New bot created and tested successfully!')).toBeVisible({ timeout: 15_000 })
  await expect(bots.results).toContainText('Test Passed')
  const saved = (await sendAs(request, admin, listBotCode, {})).find((bot) => bot.name === name)!
  expect(saved).toMatchObject({ runs_as: 'native', symbol: 'SBIN-EQ', token: '3045', multiple_symbols: [] })

  await bots.typeOnTop('def broken(\n')
  await bots.test.click()
  await expect(toast(page, 'Bot test failed. Check the results for details.')).toBeVisible({ timeout: 15_000 })
  await expect(bots.results).toContainText('Test Failed')
  await expect(bots.results).toContainText('SyntaxError')
  await expect(page.locator('[data-fault-line="1"]')).toBeVisible()
  await bots.replaceCode(`# mine now\n${PASSIVE_CODE}`)
  await bots.save.click()
  await expect(toast(page, 'Bot updated and tested successfully!')).toBeVisible({ timeout: 15_000 })
  await expect(bots.results).toContainText('It ran as Python.')
})

test('AC-02 AC-04 the configuration is updated, deployed and backtested to a complete report', async ({
  adminPage: page,
}) => {
  const bots = adminBotsPage(page)
  await bots.openConfig()
  const field = (label: string) =>
    page.getByRole('form', { name: 'Configuration' }).getByRole('textbox', { name: label })
  await field('Stop Loss %').fill('0.8')
  await field('Quantity').fill('1')
  await field('EMA Period').fill('150')
  await page.getByRole('button', { name: 'Update Configuration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save and deploy' }).click()
  await expect(toast(page, 'and deployed.')).toBeVisible({ timeout: 15_000 })

  await page.getByRole('textbox', { name: 'Days' }).fill('5')
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  // Once the journey of market data has fetched two days, the product asks what to do about the others.
  const simulated = page.getByRole('button', { name: 'Run on the simulated market' })
  await expect(bots.report.or(simulated)).toBeVisible({ timeout: 20_000 })
  if (await simulated.isVisible()) await simulated.click()
  await expect(bots.report).toBeVisible({ timeout: 20_000 })
  for (const text of [
    'Net profit',
    'Win rate',
    'Max drawdown',
    'Sharpe',
    'How orders were filled',
    'filled at the open of the next minute',
  ]) {
    await expect(bots.report).toContainText(text)
  }
  await expect(bots.report.getByRole('figure')).toHaveCount(2)
  await expect(bots.report.getByRole('table', { name: 'Backtest trades' })).toBeVisible()
  const robustness = page.getByRole('region', { name: 'Robustness' })
  await expect(robustness.getByRole('alert')).toContainText(/^(Robust|Fragile|Too few|It lost money)/, {
    timeout: 20_000,
  })
  for (const text of ['resampled 1,000 times', 'Parameter sensitivity', 'Slippage × 3', 'Chosen'])
    await expect(robustness).toContainText(text)
})
