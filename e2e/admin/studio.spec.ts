import { randomBytes } from 'node:crypto'
import { createBotCode, readBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { readBotDraft } from '@trading-bot/contract/rest/trading/bot-studio'
import type { APIRequestContext } from '@playwright/test'
import { sendAs } from '../fixtures/money.ts'
import type { SignedIn } from '../fixtures/people.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { studioPage } from '../pages/admin/studio-page.ts'
import { expect, test, toast } from '../fixtures/test.ts'

const BUYS = `bought = False


def on_bar(bot, bar):
    global bought
    if not bought and bar.time.hour == 14:
        bought = True
        print("buying", bar.symbol)
        bot.buy(quantity=90_000)
`

async function newBot(request: APIRequestContext, admin: SignedIn, code = BUYS) {
  const name = `Studio ${randomBytes(4).toString('hex')}`
  const config = { name, bot_type: 'custom_strategy' as const, symbol: 'SBIN-EQ', token: '3045', stop_loss_percent: 50 }
  return sendAs(request, admin, createBotCode, { code, config })
}

test('the studio opens from both lists of bots and tests the code with every order, print and line', async ({
  adminPage: page,
  admin,
  request,
}) => {
  const bot = await newBot(request, admin)
  const studio = studioPage(page)
  await adminBotsPage(page).open()
  await expect(page.getByRole('link', { name: `Open ${bot.name} in the studio` })).toBeVisible()
  await adminBotsPage(page).openCode()
  await page.getByRole('link', { name: `Open ${bot.name} in the studio` }).click()
  await expect(page.getByRole('heading', { name: bot.name })).toBeVisible()
  for (const name of ['Test', 'Backtest', 'Sweep', 'Versions', 'Live', 'Settings']) {
    await expect(studio.tab(name)).toBeVisible()
  }
  await studio.code.click()
  await page.keyboard.press('Control+Enter')
  await expect(studio.results).toContainText('Test Passed', { timeout: 20_000 })
  await expect(studio.events).toContainText('buying SBIN-EQ')
  await expect(studio.events).toContainText('Asked to enter long, 90,000 shares.')
  await expect(studio.events).toContainText('Cut')
  await expect(studio.events).toContainText('Square-off')
  await studio.events.getByRole('button', { name: 'Line 9' }).first().click()
  await expect(page.locator('.cm-activeLine')).toContainText('bot.buy(quantity=90_000)')

  await studio.replaceCode(`${BUYS}# changed\n`)
  await expect(studio.results).toContainText('have changed since this test')
  await expect(studio.earlier).toContainText('Version 1')
  await studio.earlier.getByRole('button', { name: /20/ }).first().click()
  await expect(page.getByRole('region', { name: 'Earlier test', exact: true })).toContainText('buying SBIN-EQ')

  await studio.tab('Live').click()
  await expect(page.getByRole('region', { name: 'Running instances' })).toContainText('No version is deployed')
  await page.reload()
  await expect(studio.tab('Live')).toHaveAttribute('aria-selected', 'true')
})

test('typed code survives a reload and Escape in the dialog, is compared and saved', async ({
  adminPage: page,
  admin,
  request,
}) => {
  test.setTimeout(60_000)
  const bot = await newBot(request, admin)
  const studio = studioPage(page)
  await studio.open(bot.id)
  await expect(studio.state).toContainText('saved as version 1')
  await studio.replaceCode(`${BUYS}# typed in the studio\n`)
  await expect(studio.state).toContainText('Draft kept on the server')
  await page.reload()
  await expect(studio.draft).toContainText('This is your draft of')
  await expect(studio.code).toContainText('# typed in the studio')

  // Another browser: only the server has it.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('bot_draft')) localStorage.removeItem(key)
  })
  await page.reload()
  await expect(studio.code).toContainText('# typed in the studio')

  const bots = adminBotsPage(page)
  await bots.openCode()
  await bots.edit(bot.name).click()
  await expect(bots.code).toContainText('# typed in the studio')
  await bots.typeOnTop('# typed in the dialog\n')
  await bots.field('Description').fill('Half a description')
  await page.keyboard.press('Escape')
  await expect(bots.dialog).toHaveCount(0)
  await bots.edit(bot.name).click()
  await expect(bots.dialog).toContainText('This is your draft of')
  await expect(bots.code).toContainText('# typed in the dialog')
  await expect(bots.field('Description')).toHaveValue('Half a description')
  await page.keyboard.press('Escape')

  await studio.open(bot.id, 'versions')
  await expect(page.getByLabel('Difference to version 1')).toContainText('+ # typed in the dialog')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Bot updated and tested successfully!')).toBeVisible({ timeout: 20_000 })
  await expect(studio.state).toContainText('saved as version 2')
  await expect(studio.draft).toHaveCount(0)
  expect((await sendAs(request, admin, readBotDraft, { id: bot.id })).draft).toBe(null)
  expect((await sendAs(request, admin, readBotCode, { id: bot.id })).code).toContain('# typed in the dialog')

  await studio.replaceCode('# all gone\n')
  await expect(studio.state).toContainText('Draft kept')
  await page.reload()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(studio.code).toContainText('# typed in the studio')
})

test('backtests with their own days and costs are noted, listed and compared with each other and with holding', async ({
  adminPage: page,
  admin,
  request,
}) => {
  test.setTimeout(90_000)
  const code =
    'def on_bar(bot, bar):\n    if bar.time.hour == 10: bot.buy()\n    if bar.time.hour == 12: bot.exit()\n    print(bar.close)\n'
  const bot = await newBot(request, admin, code)
  const studio = studioPage(page)
  await studio.open(bot.id, 'backtest')
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
  const panel = page.getByRole('tabpanel', { name: 'Backtest' })
  await panel.getByLabel('From', { exact: true }).fill(day(40))
  await panel.getByLabel('Until', { exact: true }).fill(day(50))
  await panel.getByRole('button', { name: 'Run Backtest' }).click()
  await expect(panel).toContainText('The last day is before the first')
  await panel.getByLabel('Until', { exact: true }).fill(day(10))
  await panel.getByRole('button', { name: 'Run Backtest' }).click()
  const report = panel.getByRole('region', { name: 'Backtest report' })
  await expect(report).toContainText('Net profit', { timeout: 30_000 })
  await expect(report).toContainText('Buying and holding the same symbols')
  await panel.getByLabel('Note', { exact: true }).fill('As it is')
  await panel.getByRole('button', { name: 'Save note' }).click()
  await expect(toast(page, 'This run is kept for good.')).toBeVisible()

  await panel.getByRole('combobox', { name: 'Slippage' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await panel.getByRole('checkbox', { name: /^Taxes/ }).uncheck()
  await panel.getByRole('button', { name: 'Run Backtest' }).click()
  const runs = panel.getByRole('region', { name: 'Runs of this bot' })
  await expect(runs.getByRole('row')).toHaveCount(3, { timeout: 30_000 })
  await expect(runs).toContainText('As it is')
  await expect(runs).toContainText('no slippage · no charges')
  for (const box of await runs.getByRole('checkbox').all()) await box.check()
  await runs.getByRole('button', { name: 'Compare 2 runs' }).click()
  const comparison = panel.getByRole('region', { name: 'Comparison' })
  await expect(comparison).toContainText('Buy and hold')
  await expect(comparison.getByRole('figure')).toBeVisible()
})
