import { randomBytes } from 'node:crypto'
import { createBotCode, listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { sendAs } from '../fixtures/money.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

const newName = () => `Bot ${randomBytes(4).toString('hex')}`
const PASSIVE_CODE = 'def on_bar(bot, bar):\n    pass\n'
const RANDOM_CODE = 'import os\ndef on_bar(bot, bar):\n    if os.urandom(1)[0] < 20: bot.buy()\n'
const config = (name: string) => ({ name, bot_type: 'custom_strategy' as const, symbol: 'SBIN-EQ', token: '3045' })

test('AB-01 AB-02 AB-03 AB-05 AB-08 the table lists bots, and a new bot starts with the defaults and the template', async ({
  adminPage: page,
}) => {
  const bots = adminBotsPage(page)
  await bots.open()
  for (const title of ['Bot', 'Status', 'Bot Status', 'Configuration', 'Last Modified', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: title, exact: true })).toBeVisible()
  }
  await expect(bots.row('RSI Bot')).toContainText('Stopped')
  await expect(bots.row('RSI Bot')).toContainText(/\d+ \/ \d+/)
  await expect(bots.stat('Total Bots')).toContainText(/\d/)
  await expect(bots.stat('Active Bots')).toContainText(/\d/)

  await bots.create.click()
  for (const [label, value] of [
    ['Version', '1.0.0'],
    ['Quantity', '1'],
    ['EMA Period', '20'],
    ['Stop Loss %', '2'],
    ['Target Profit %', '5'],
    ['Max Trades per Day', '5'],
    ['Max Loss per Day', '₹1,000'],
    ['Max Profit per Day', '₹2,000'],
    ['Historical Days', '30'],
    ['Token', '3045'],
  ] as const) {
    await expect(bots.field(label), label).toHaveValue(value)
  }
  await expect(page.getByRole('dialog').first().getByLabel('Interval', { exact: true }).first()).toHaveValue(
    '5 minutes',
  )
  await expect(bots.field('Token')).toHaveAttribute('readonly')
  await expect(bots.code).toContainText('from SmartApi import SmartConnect')
  await expect(bots.code).toContainText('SYMBOL = "SBIN-EQ"')
  await bots.choose('Symbol', 'TCS-EQ')
  await expect(bots.field('Token')).toHaveValue('11536')

  await expect(bots.field('Short Capital')).toHaveCount(0)
  await bots.choose('Bot Type', 'Multiple Stocks Strategy')
  await expect(bots.field('Long Capital')).toHaveValue('₹50,000')
  await expect(bots.field('Short Capital')).toHaveValue('₹25,000')
  await expect(bots.field('Token')).toHaveValue('')
  await expect(bots.field('Token')).not.toHaveAttribute('readonly')
  await expect(bots.code).toContainText('Multiple Stocks Strategy')
  await bots.dialog.getByRole('combobox', { name: 'Bot Type' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'EMA Strategy',
    'RSI Strategy',
    'MACD Strategy',
    'Bollinger Strategy',
    'Momentum Strategy',
    'Custom Strategy',
    'Multiple Stocks Strategy',
  ])
})

test('AB-03 AB-04 AB-06 AC-01 AC-03 a bot is created from the template, broken, fixed, tested and saved', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const bots = adminBotsPage(page)
  const name = newName()
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
  await bots.save.click()
  await expect(toast(page, 'Bot updated but test failed. Check the results for details.')).toBeVisible({
    timeout: 15_000,
  })

  await bots.replaceCode(`import os_that_is_not_there\n${PASSIVE_CODE}`)
  await bots.test.click()
  await expect(bots.results).toContainText('Missing dependencies', { timeout: 15_000 })
  await expect(bots.results).toContainText('has no os_that_is_not_there')
  await bots.replaceCode(`# mine now\n${PASSIVE_CODE}`)
  await bots.save.click()
  await expect(toast(page, 'Bot updated and tested successfully!')).toBeVisible({ timeout: 15_000 })
  await expect(bots.results).toContainText('This Python code runs.')
})

test('AB-04 a test that cannot run shows another message than a test that fails', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.open()
  await bots.create.click()
  await bots.field('Name').fill(newName())
  await page.route('**/admin/bot-code/test/', (route) => route.fulfill(json(500, {})))
  await bots.test.click()
  await expect(toast(page, 'Failed to test bot code.')).toBeVisible()
  await bots.save.click()
  await expect(toast(page, 'New bot created but test failed to run: ')).toBeVisible()
  await page.route('**/admin/bot-code/*/', (route) => route.fulfill(json(500, {})))
  await bots.save.click()
  await expect(toast(page, 'Server error. Please try again later.').last()).toBeVisible()
})

test('AB-07 each screen says what could not be loaded', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await page.route('**/admin/bot-code/', (route) => route.fulfill(json(500, {})))
  await bots.open()
  await expect(toast(page, 'Failed to load bot data').first()).toBeVisible()
  await page.route('**/admin/bot-config/', (route) => route.fulfill(json(500, {})))
  await bots.openConfig()
  await expect(toast(page, 'Failed to fetch bot configuration').first()).toBeVisible()
  await page.unroute('**/admin/bot-code/')
  await page.route('**/admin/bot-code/', (route) => route.fulfill(json(200, [])))
  await bots.open()
  await expect(page.getByText('No bots found')).toBeVisible()
  await page.route('**/admin/bot-code/current/**', (route) => route.fulfill(json(500, {})))
  await bots.create.click()
  await expect(bots.dialog).toContainText('Failed to load bot code and configuration')
})

test('a version shows its diff; a failed publish check requires a reason; an older version can be rolled back to', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const bots = adminBotsPage(page)
  const name = newName()
  await sendAs(request, admin, createBotCode, { code: PASSIVE_CODE, config: config(name) })
  await bots.openCode()
  await bots.edit(name).click()
  await bots.tab('Versions').click()
  await page.getByRole('button', { name: 'Deploy version 1' }).click()
  await page.getByRole('button', { name: 'Check and deploy' }).click()
  await expect(toast(page, `Version 1 of ${name} is deployed.`)).toBeVisible({ timeout: 20_000 })

  await bots.tab('Bot').click()
  await bots.replaceCode(RANDOM_CODE)
  await bots.save.click()
  await expect(toast(page, 'Bot updated and tested successfully!')).toBeVisible({ timeout: 15_000 })
  await bots.tab('Versions').click()
  await page.getByRole('button', { name: 'Show version 2' }).click()
  await expect(page.locator('[data-kind="added"]').first()).toContainText('import os')
  await page.getByRole('button', { name: 'Deploy version 2' }).click()
  await page.getByRole('button', { name: 'Check and deploy' }).click()
  await expect(page.getByText('A publish check failed')).toBeVisible({ timeout: 20_000 })
  const deployAnyway = page.getByRole('button', { name: 'Deploy all the same' })
  await expect(deployAnyway).toBeDisabled()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The committee wants to see it gamble.')
  await deployAnyway.click()
  await expect(toast(page, `Version 2 of ${name} is deployed.`)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Deploy version 1' }).click()
  await page.getByRole('button', { name: 'Check and deploy' }).click()
  await expect(toast(page, `Version 1 of ${name} is deployed.`).last()).toBeVisible({ timeout: 20_000 })
})

test('AC-02 AC-04 the configuration is shown, validated, updated and backtested to a complete report', async ({
  adminPage: page,
}) => {
  const bots = adminBotsPage(page)
  await bots.openConfig()
  const current = page.getByRole('region', { name: 'Current configuration' })
  await expect(current).toContainText('EMA Bot')
  const field = (label: string) =>
    page.getByRole('form', { name: 'Configuration' }).getByRole('textbox', { name: label })
  await field('Stop Loss %').fill('101')
  await field('Quantity').fill('0')
  await field('EMA Period').fill('0')
  await page.getByRole('button', { name: 'Update Configuration' }).click()
  for (const text of [
    'Stop loss must be between 0 and 100',
    'Quantity must be at least 1',
    'EMA period must be at least 1',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await field('Stop Loss %').fill('0.8')
  await field('Quantity').fill('1')
  await field('EMA Period').fill('150')
  await page.getByRole('button', { name: 'Update Configuration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save and deploy' }).click()
  await expect(toast(page, 'and deployed.')).toBeVisible({ timeout: 15_000 })

  await page.getByRole('textbox', { name: 'Days' }).fill('5')
  await page.getByRole('button', { name: 'Run Backtest' }).click()
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
  await expect(robustness.getByRole('alert')).toContainText(/^(Robust|Fragile|Too few|It made no money)/, {
    timeout: 20_000,
  })
  for (const text of ['resampled 1,000 times', 'Parameter sensitivity', 'Slippage × 3', 'Chosen'])
    await expect(robustness).toContainText(text)
})

test('AC-04 a long backtest shows its progress and can be cancelled', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  const job = {
    job_id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2',
    output: '',
    error: null,
    report: null,
    created_at: '2026-11-15T00:00:00.000Z',
  }
  await page.route('**/admin/bot-config/backtest/', (route) =>
    route.fulfill(json(200, { ...job, state: 'running', progress: 3 })),
  )
  let progress = 10
  await page.route(`**/admin/bot-config/backtest/${job.job_id}/`, (route) =>
    route.fulfill(
      json(200, {
        ...job,
        state: progress > 0 ? 'running' : 'cancelled',
        progress: Math.abs(progress),
        error: progress > 0 ? null : 'Cancelled.',
      }),
    ),
  )
  await page.route('**/cancel/', (route) => {
    progress = -10
    return route.fulfill(json(200, { ...job, state: 'cancelled', progress: 10, error: 'Cancelled.' }))
  })
  await bots.openConfig()
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(page.getByText('Running: 10 %')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run Backtest' })).toBeEnabled()
  await page.unroute('**/admin/bot-config/backtest/')
  await page.route('**/admin/bot-config/backtest/', (route) => route.fulfill(json(500, {})))
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(toast(page, 'Backtest failed')).toBeVisible()
})

test('a shipped file is imported as a bot in testing and deleted again', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.openCode()
  await page.getByRole('button', { name: 'Import File' }).click()
  await page.getByRole('menuitem', { name: 'smartapi_loop.py' }).click()
  const said = toast(page, 'imported as')
  await expect(said).toBeVisible()
  const name = (/imported as (.*)\.$/.exec((await said.textContent()) ?? '') ?? [])[1]!
  await expect(bots.code).toContainText('A plain SmartAPI script')
  await bots.close.click()
  await bots.remove(name).click()
  await page.getByRole('button', { name: 'Delete bot', exact: true }).click()
  await expect(toast(page, 'Bot deleted successfully!')).toBeVisible()
  await expect(bots.remove(name)).toHaveCount(0)
})

test('a sweep draws a heat map and shows the walk-forward result', async ({ adminPage: page }) => {
  const bots = adminBotsPage(page)
  await bots.openCode()
  await bots.edit('Momentum Bot').click()
  await bots.tab('Backtest').click()
  await page.getByRole('button', { name: 'Run Sweep' }).click()
  const map = page.getByRole('table', { name: 'Net profit by Momentum period and Buy threshold' })
  await expect(map).toBeVisible({ timeout: 20_000 })
  await expect(map.locator('td[data-best]')).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Walk-forward' }).getByRole('row')).toHaveCount(5)
})
