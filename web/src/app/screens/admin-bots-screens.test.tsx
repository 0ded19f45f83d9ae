import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import * as adminBots from '@trading-bot/contract/rest/trading/admin-bots'
import * as botCode from '@trading-bot/contract/rest/trading/bot-code'
import * as botConfig from '@trading-bot/contract/rest/trading/bot-config'
import { discardBotDraft, readBotDraft } from '@trading-bot/contract/rest/trading/bot-studio'
import { listDeployRequests } from '@trading-bot/contract/rest/trading/deploy-requests'
import { listOutput } from '@trading-bot/contract/rest/trading/strategy-output'
import { startSweep } from '@trading-bot/contract/rest/trading/sweeps'
import { listAdminSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, publish, recorded, refuse, sentTo } from '../../testing/answers.ts'
import {
  button,
  choose,
  dialog,
  dialogValues,
  expectSaid,
  expectStats,
  expectTexts,
  fill,
  rowsOf,
  texts,
} from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const ID = '0190b5a0-0000-7000-8000-000000000007'
const AT = '2026-11-16T05:00:00.000Z'
const row = (name: string) => rowsOf('Bots').filter({ hasText: name })
const field = (label: string) => dialog.getByLabelText(label, { exact: true })
const code = page.css('.cm-content')
const tab = (name: string) => dialog.getByRole('tab', { name })
const switches = page.getByRole('region', { name: 'Standing switches' })
const keep = button('Keep as it is', dialog)

beforeEach(() => {
  signInAs('admin')
  answer(listSymbols, () => recorded(listAdminSymbols).map((symbol) => ({ ...symbol, lot_size: 1, last_price: null })))
  answer(botCode.readCurrentBotCode, ({ query }) => {
    const template = `# ${query.get('bot_type')}\nSYMBOL = "SBIN-EQ"\n`
    return { code: template, files: null, bot_id: null, version_number: null, template }
  })
  answer(readBotDraft, { draft: null })
  answer(discardBotDraft, null)
  answer(listDeployRequests, [])
})

const line = (name: string, running: number, total: number) => {
  const users = { running_user_bots: running, total_user_bots: total, failed_user_bots: 0 }
  return { id: ID, name, is_running: running > 0, ...users }
}

test('AB-01 AB-02 AB-03 AB-05 AB-08 the table lists bots with their running users, and a new bot starts with the defaults and the template', async () => {
  answer(adminBots.listActiveStrategies, { strategies: [line('RSI Bot', 2, 3), line('MACD Bot', 0, 4)] })
  await visit('/admin/bots')
  await expect.element(row('RSI Bot')).toHaveTextContent('Running2 / 3')
  await expect.element(row('MACD Bot')).toHaveTextContent('Stopped0 / 4')
  const titles = texts(page.getByRole('table', { name: 'Bots', exact: true }).getByRole('columnheader'))
  expect(titles).toEqual(['Bot', 'Status', 'Bot Status', 'Configuration', 'Last Modified', 'Actions'])
  await expectStats({ 'Total Bots': '7', 'Active Bots': '7' })
  answer(adminBots.listActiveStrategies, { strategies: [line('RSI Bot', 0, 3)] })
  await button('Refresh').click()
  await expect.element(row('RSI Bot')).toHaveTextContent('Stopped0 / 3')

  await button('Create New Bot').click()
  await expect.poll(dialogValues).toMatchObject({
    Version: '1.0.0',
    Interval: '5 minutes',
    Quantity: '1',
    'EMA Period': '20',
    'Stop Loss %': '2',
    'Target Profit %': '5',
    'Max Trades per Day': '5',
    'Max Loss per Day': '₹1,000',
    'Max Profit per Day': '₹2,000',
    'Historical Days': '30',
    Token: '3045',
  })
  await expect.element(field('Token')).toHaveAttribute('readonly')
  await expect.element(code).toHaveTextContent('# ema_strategySYMBOL = "SBIN-EQ"')
  await choose('Symbol', /ADANIENT-EQ/)
  await expect.poll(dialogValues).toMatchObject({ Token: '25' })
  expect(dialogValues()).not.toHaveProperty('Short Capital')
  await choose('Bot Type', 'Multiple Stocks Strategy')
  await expect.poll(dialogValues).toMatchObject({ 'Long Capital': '₹50,000', 'Short Capital': '₹25,000', Token: '' })
  await expect.element(field('Token')).not.toHaveAttribute('readonly')
  await expect.element(code).toHaveTextContent('# multiple_')
  await dialog.getByRole('combobox', { name: 'Bot Type' }).click()
  const types = ['EMA', 'RSI', 'MACD', 'Bollinger', 'Momentum', 'Custom', 'Multiple Stocks']
  await expect.poll(() => texts(page.getByRole('option'))).toEqual(types.map((name) => `${name} Strategy`))
})

test('AB-04 a test that cannot run shows another message than a test that fails', async () => {
  const [bot] = recorded(botCode.listBotCode)
  refuse(botCode.testBotCode, 500)
  answer(botCode.createBotCode, bot!)
  refuse(botCode.updateBotCode, 500)
  await visit('/admin/bots')
  await button('Create New Bot').click()
  await field('Name *').fill('Mine')
  await expectSaid(button('Test Bot', dialog), 'Failed to test bot code.')
  const save = button('Save & Test Bot', dialog)
  await expectSaid(save, 'New bot created but test failed to run: ')
  await save.click()
  await expect.element(toast('Server error. Please try again later.').last()).toBeVisible()

  answer(botCode.updateBotCode, bot!)
  const nothing = { output: '', warnings: [], gate: null, data: null, warning: null, events: [], events_total: 0 }
  answer(botCode.testBotCode, {
    ...nothing,
    success: false,
    error: "ModuleNotFoundError: No module named 'talib'",
    line: 1,
    file: null,
    missing_dependencies: ['talib'],
    installation_instructions: 'The sandbox has no talib.',
    runs_as: 'python',
    sandbox: { kind: 'none', sentence: '' },
  })
  await expectSaid(save, 'Bot updated but test failed. Check the results for details.')
  const results = dialog.getByRole('region', { name: 'Test results' })
  await expectTexts(results, 'Test Failed', 'ModuleNotFoundError', 'Missing dependencies', 'The sandbox has no talib.')
  await expect.element(page.css('[data-fault-line="1"]')).toBeVisible()
})

test('AB-02 AB-07 each screen says what could not be loaded; a failed load is not shown as zero users', async () => {
  const known = recorded(botCode.listBotCode)
  refuse(botCode.listBotCode, 500)
  await visit('/admin/bots')
  await expect.element(toast('Failed to load bot data').first()).toBeVisible()
  answer(botCode.listBotCode, known)
  refuse(adminBots.listActiveStrategies, 500)
  await visit('/admin/bots')
  await expect.element(toast('Failed to load bot data').first()).toBeVisible()
  await expect.element(row('RSI Bot')).toHaveTextContent('Not known')
  refuse(botConfig.readBotConfig, 500)
  await visit('/admin/bot-config')
  await expect.element(toast('Failed to fetch bot configuration').first()).toBeVisible()
  answer(botCode.listBotCode, [])
  refuse(botCode.readCurrentBotCode, 500)
  await visit('/admin/bots')
  await expect.element(page.getByText('No bots found')).toBeVisible()
  await button('Create New Bot').first().click()
  await expect.element(dialog).toHaveTextContent('Failed to load bot code and configuration')
})

test('a version shows its diff; a failed publish check requires a reason; an older version can be rolled back to', async () => {
  let bot: botCode.BotCode = { ...recorded(botCode.listBotCode)[0]!, version_number: 2, deployed_version: 1 }
  const gate = { passed: true, checked_at: AT, checks: [], data: null, environment: null, window: null }
  answer(botCode.listBotCode, () => [bot])
  const seal = { hash: 'f'.repeat(64), runs_as: 'python' } as const
  const saved = { created_at: AT, created_by: null, gate: null }
  answer(botCode.listBotVersions, () =>
    [2, 1].map((number) => ({ number, is_deployed: bot.deployed_version === number, ...seal, ...saved })),
  )
  const diff = [{ file: 'bot.py', lines: [{ kind: 'added', line: 'import os' } as const] }]
  answer(botCode.readBotVersion, { number: 2, code: 'import os\n', files: null, config: bot.config, ...seal, diff })
  refuse(botCode.deployBotCode, 409, { code: 'GATE_FAILED', error: 'Two runs differ.' })
  await visit('/admin/bot-code')
  await button('Edit EMA Bot').click()
  await tab('Versions').click()
  await button('Show version 2').click()
  await expect.element(page.css('[data-kind="added"]')).toHaveTextContent('import os')
  await button('Deploy version 2').click()
  await button('Check and deploy').click()
  await expect.element(page.getByText('A publish check failed')).toBeVisible()
  const anyway = button('Deploy all the same')
  await expect.element(anyway).toBeDisabled()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The committee wants to see it gamble.')
  answer(botCode.deployBotCode, ({ body }) => {
    const { version } = body as { version: number }
    bot = { ...bot, deployed_version: version }
    return { message: `Version ${version} of EMA Bot is deployed.`, bot, gate }
  })
  await expectSaid(anyway, 'Version 2 of EMA Bot is deployed.')
  const override_reason = 'The committee wants to see it gamble.'
  expect(sentTo(botCode.deployBotCode).at(-1)?.body).toEqual({ version: 2, override_reason })
  await expect.element(button('Deploy version 1')).toHaveTextContent('Roll back')
  await button('Deploy version 1').click()
  await expectSaid(button('Check and deploy'), 'Version 1 of EMA Bot is deployed.')
})

test('AC-02 AC-04 a long backtest shows its progress and can be cancelled; the configuration is validated before it is sent', async () => {
  const made = { job_id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2', created_at: AT, note: '' }
  const job: botConfig.Backtest = { ...made, state: 'running', progress: 10, output: '', error: null, report: null }
  let current = job
  answer(botConfig.runBacktest, { ...job, progress: 3 })
  answer(botConfig.readBacktest, () => current)
  answer(botConfig.cancelBacktest, () => (current = { ...job, state: 'cancelled', error: 'Cancelled.' }))
  await visit('/admin/bot-config')
  await expectTexts(page.getByRole('region', { name: 'Current configuration' }), 'EMA Bot')
  await button('Run Backtest').click()
  await expect.element(page.getByText('Running: 10 %')).toBeVisible()
  await button('Cancel').click()
  await expect.element(page.getByText('Cancelled.')).toBeVisible()
  await expect.element(button('Run Backtest')).toBeEnabled()
  refuse(botConfig.runBacktest, 500)
  await expectSaid(button('Run Backtest'), 'Backtest failed')
  const form = page.getByRole('form', { name: 'Configuration' })
  await fill({ 'Stop Loss %': '101', Quantity: '0', 'EMA Period': '0' }, form)
  await button('Update Configuration').click()
  await expectTexts(form, 'Stop loss must be between 0 and 100', 'Quantity must be at least 1')
  await expectTexts(form, 'EMA period must be at least 1')
  expect(sentTo(botConfig.updateBotConfig)).toEqual([])
})

test('a shipped file is imported as a bot in testing and deleted again', async () => {
  const known = recorded(botCode.listBotCode)
  const file = { filename: 'smartapi_loop.py', code: '# A plain SmartAPI script\n' }
  const imported: botCode.BotCode = { ...known[0]!, id: ID, name: 'Loop', status: 'testing', ...file }
  answer(botCode.importBotFile, () => {
    answer(botCode.listBotCode, [...known, imported])
    return imported
  })
  answer(botCode.deleteBotCode, () => {
    answer(botCode.listBotCode, known)
    return { message: 'Bot deleted successfully!' }
  })
  await visit('/admin/bot-code')
  await button('Import File').click()
  await expectSaid(page.getByRole('menuitem', { name: 'smartapi_loop.py' }), 'smartapi_loop.py imported as Loop.')
  await expect.element(code).toHaveTextContent('A plain SmartAPI script')
  await userEvent.keyboard('{Escape}')
  await button('Delete Loop').click()
  await expectSaid(button('Delete bot'), 'Bot deleted successfully!')
  await expect.element(button('Delete Loop')).not.toBeInTheDocument()
})

test('a sweep draws a heat map and shows the walk-forward result', async () => {
  const values = [10, 20]
  const result = { trained_per_day: 12.5, validated_per_day: -3 }
  const folds = [1, 2, 3].map((day) => ({
    from: `2026-11-0${day}T05:00:00.000Z`,
    until: AT,
    x: day === 3 ? null : 10,
    y: day === 3 ? null : 20,
    others: [],
    ...result,
  }))
  const origin = { words: 'simulated', is_simulated: true, warning: null, sources: {}, hash: '' }
  const data = { ...origin, complete_days: 5, partial_days: 0, left_out: [], left_out_total: 0 }
  const run = { symbol: 'SBIN-EQ', market: 'simulated', data, bars: 100, took_ms: 5 } as const
  const report = {
    ...run,
    x: { field: 'period', label: 'Momentum period', values },
    y: { field: 'threshold', label: 'Buy threshold', values },
    others: [],
    objective: 'net' as const,
    min_trades: 3,
    // The most profitable one made too few trades to tell.
    cells: values.flatMap((x) =>
      values.map((y) => ({ x, y, others: [], net: x * y, trades: x + y > 30 ? 2 : 3, max_drawdown: 1 })),
    ),
    walk_forward: { folds, ...result },
  }
  answer(startSweep, { id: ID, state: 'finished', progress: 100, error: null, created_at: AT, report })
  await visit('/admin/bot-code')
  await button('Edit Momentum Bot').click()
  await tab('Backtest').click()
  await button('Run Sweep').click()
  const map = page.getByRole('table', { name: 'Net profit by Momentum period and Buy threshold' })
  await expect.element(map.css('td[data-best]')).toHaveTextContent('200')
  await expectTexts(dialog, 'Best of those with at least 3 trades: Momentum period 10, Buy threshold 20 with ₹200.00')
  expect(sentTo(startSweep)).toMatchObject([{ body: { min_trades: 10, from: expect.any(String) as string } }])
  await expect.poll(() => rowsOf('Walk-forward').elements()).toHaveLength(3)
  await expect.element(rowsOf('Walk-forward').nth(2)).toHaveTextContent('Too few trades')
})

test('a sweep of three parameters by another objective shows two of them, the third at its best or held', async () => {
  const axis = (field: string, values: number[]) => ({ field, label: field, values })
  const origin = { words: 'simulated', is_simulated: true, warning: null, sources: {}, hash: '' }
  const data = { ...origin, complete_days: 5, partial_days: 0, left_out: [], left_out_total: 0 }
  const cells = [1, 2].flatMap((x) =>
    [3, 4].flatMap((y) =>
      [5, 6].map((z) => ({ x, y, others: [z], net: x * y * z, trades: 20, max_drawdown: z === 6 ? 60 : 5 })),
    ),
  )
  const report = {
    symbol: 'SBIN-EQ',
    market: 'simulated',
    data,
    bars: 100,
    took_ms: 5,
    min_trades: 10,
    walk_forward: null,
    x: axis('Fast', [1, 2]),
    y: axis('Slow', [3, 4]),
    others: [axis('Hour', [5, 6])],
    objective: 'net_per_drawdown' as const,
    cells,
  }
  answer(startSweep, { id: ID, state: 'finished', progress: 100, error: null, created_at: AT, report })
  await visit('/admin/bot-code')
  await button('Edit Momentum Bot').click()
  await tab('Backtest').click()
  await button('Add parameter').click()
  await choose('Best by', 'Profit per drawdown')
  await button('Run Sweep').click()
  expect(sentTo(startSweep)).toMatchObject([
    { body: { objective: 'net_per_drawdown', others: [{ field: expect.any(String) as string }] } },
  ])
  const map = (name: string) => page.getByRole('table', { name: `Profit per drawdown by ${name}` })
  await expect.element(map('Fast and Slow').css('td[data-best]')).toHaveTextContent('+8.00')
  await expectTexts(dialog, 'Fast 2, Slow 4, Hour 5 with 8.00 times the drawdown (net ₹40.00)')
  await choose('Hour at', '6')
  await expect.element(map('Fast and Slow').css('td[data-best]')).toHaveTextContent('+0.80')
  await choose('Map down', 'Hour')
  await expect.element(map('Fast and Hour').css('td[data-best]')).toHaveTextContent('+8.00')
})

test('AB-01 AB-07 bots are stopped for today after a confirmation; a failure shows its text', async () => {
  for (const call of [adminBots.stopAllBots, adminBots.stopStrategy]) refuse(call, 500)
  await visit('/admin/bots')
  await expectSaid(button('Stop Strategy'), 'Please select a bot strategy to stop')
  await button('Stop All Bots').click()
  await expect.element(dialog).toHaveTextContent('Stop all bots for today?')
  await keep.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentTo(adminBots.stopAllBots)).toEqual([])
  await button('Stop All Bots').click()
  await expectSaid(button('Stop all bots', dialog), 'Failed to stop all bots')
  await userEvent.keyboard('{Escape}')
  await choose('Bot strategy', 'RSI Bot')
  await button('Stop Strategy').click()
  await expect.element(dialog).toHaveTextContent('Stop RSI Bot for today?')
  await expectSaid(button('Stop strategy', dialog), 'Failed to stop specific bot strategy')
  await userEvent.keyboard('{Escape}')
  const message = '3 bots stopped for today. Positions: closed 2, closing 1.'
  answer(adminBots.stopAllBots, { message, stopped_bots: 3, closed_positions: 2, open_positions: 1 })
  const late = { symbol: 'SBIN-EQ', bot_name: 'EMA Bot', username: 'asha', since: AT, reason: 'No engine is running.' }
  answer(adminBots.readClosing, { closing: 1, held_up: [late] })
  await button('Stop All Bots').click()
  await expectSaid(button('Stop all bots', dialog), message)
  const closing = page.getByRole('region', { name: 'Closing positions' })
  await expect.element(closing).toHaveTextContent('1 position is still being closed')
  await expect
    .element(closing)
    .toHaveTextContent('SBIN-EQ of EMA Bot (asha), asked for on 16 Nov 2026, 10:30. No engine')
  answer(adminBots.readClosing, { closing: 0, held_up: [] })
  await expect.element(closing).not.toBeInTheDocument()
})

test('the platform’s kill switch requires a reason and is shown on every admin page, with who set it, until it is lifted', async () => {
  let standing: adminBots.KillSwitch[] = []
  answer(adminBots.listKillSwitches, () => standing)
  answer(adminBots.setKillSwitch, ({ body }) => {
    const { scope, reason } = body as adminBots.KillSwitch
    const subject = { subject_id: null, subject_name: null }
    const setting = { set_by: 'admin@example.com', is_automatic: false, set_at: AT, until: null }
    standing = [{ id: ID, scope, reason, ...subject, ...setting }]
    return standing[0]!
  })
  answer(adminBots.liftKillSwitch, () => {
    standing = []
    return null
  })
  await visit('/admin/bots')
  await button('Pause New Trades').click()
  await button('Pause new trades', dialog).click()
  await expect.element(dialog).toHaveTextContent('Say why')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The exchange is down.')
  await dialog.getByRole('checkbox', { name: 'Close every open position too' }).click()
  await expectSaid(button('Pause new trades', dialog), 'New trades are paused for the whole platform.')
  const { body } = sentTo(adminBots.setKillSwitch)[0]!
  expect(body).toEqual({ scope: 'platform', reason: 'The exchange is down.', close_positions: true })
  const who = 'Set by admin@example.com on 16 Nov 2026, 10:30 · stands until it is lifted'
  await expectTexts(switches, 'The whole platformThe exchange is down.', who)
  await visit('/admin/guide')
  await expectTexts(switches, 'The exchange is down.')
  const lift = button('Resume new trades for the whole platform')
  await lift.click()
  await expect.element(dialog).toHaveTextContent('Resume new trades for the whole platform?')
  await keep.click()
  await expect.element(switches).toBeVisible()
  await lift.click()
  await expectSaid(button('Resume new trades', dialog), 'New trades are resumed.')
  await expect.element(switches).not.toBeInTheDocument()
})

test('the live output of a running bot grows by itself', async () => {
  const line = (id: number, text: string) =>
    ({ id, kind: 'decision', text, line: null, version: 1, bar_at: AT, at: AT }) as const
  answer(listOutput, ({ query }) => ({
    lines: query.get('after') === '1' ? [line(2, 'Enter long')] : query.has('after') ? [] : [line(1, 'Nothing to do')],
    has_more: false,
  }))
  await visit('/admin/bots')
  await button('Edit EMA Bot').click()
  await tab('Live').click()
  const lines = page.getByRole('log', { name: 'Lines' })
  await expect.element(lines).toHaveTextContent('Nothing to do')
  publish({ event: 'output', data: { bot_id: null } })
  await expect.element(lines).toHaveTextContent(/Nothing to do.*Enter long/)
})
