// The whole way of a strategy on the screens: written, mended, backtested, swept, deployed, sold, watched, broken by a new
// version, alerted, rolled back.
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { toggleBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { dayBefore } from '../fixtures/day-before.ts'
import { buy, sendAs } from '../fixtures/money.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { PRACTICE_KEYS } from '../fixtures/trading.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { marketDataPage } from '../pages/admin/market-data-page.ts'
import { studioPage } from '../pages/admin/studio-page.ts'

const GUIDE = readFileSync(new URL('../../docs/author-guide.md', import.meta.url), 'utf8')
const BREAKOUT = /## An opening-range[\s\S]*?```python\n([\s\S]*?)```/.exec(GUIDE)![1]!
// It says at every bar what it sees, and makes a round trip within minutes, so that its user's instance can be followed.
const TALKING = [
  ['    vwap = day.vwap(bar)\n', '    vwap = day.vwap(bar)\n    print("VWAP", round(vwap / 100, 2))\n'],
  ['"opening_minutes", 15, min=5', '"opening_minutes", 1, min=1'],
  ['"buffer_percent", 0.05, min=0.0', '"buffer_percent", -5.0, min=-5.0'],
  ['"allow_short", False', '"allow_short", True'],
  ['side == 1 and close < vwap', 'side == 1'],
  ['side == -1 and close > vwap', 'side == -1'],
].reduce((code, [guide, here]) => code.replace(guide!, here!), BREAKOUT)
const MISTYPED = TALKING.replace('bar.close_paise) / 3', 'bar.clse_paise) / 3')
const BROKEN = TALKING.replace('    print("VWAP"', '    print("VWAP", 1 / 0')

// No other test expects to find its history.
const SHARE = 'NTPC-EQ'
const IMPORTED_DAYS = 40
const name = `Opening range ${randomBytes(3).toString('hex')}`

test('an author goes from an idea to a sold bot, is alerted when a version breaks, and rolls back', async ({
  adminPage: page,
  admin,
  person,
  request,
}) => {
  test.setTimeout(480_000)
  const bots = adminBotsPage(page)
  const studio = studioPage(page)

  const data = marketDataPage(page)
  await data.previewBars(
    SHARE,
    Array.from({ length: IMPORTED_DAYS }, (_, at) => dayBefore(IMPORTED_DAYS - at)),
  )
  await data.storeBars(30_000)

  // From scratch: a new bot, then its page.
  await bots.openCode()
  await page.getByRole('button', { name: 'Create New Bot' }).click()
  await bots.dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await bots.choose('Bot Type', 'Custom Strategy')
  await bots.choose('Symbol', SHARE)
  await bots.choose('Interval', '1 minute')
  await bots.save.click()
  await expect(toast(page, 'New bot created')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Open ${name} in the studio` }).click()

  // A slip of the pen is found by its message and its line.
  await studio.replaceCode(MISTYPED)
  await page.keyboard.press('Control+Enter')
  await expect(studio.results).toContainText('clse_paise', { timeout: 30_000 })
  await expect(studio.results).toContainText(/[Ll]ine \d+/)
  await takePictures(page, 'idea-planted-bug')
  await studio.replaceCode(TALKING)
  await page.keyboard.press('Control+Enter')
  await expect(studio.results).toContainText('Test Passed', { timeout: 30_000 })
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'tested successfully!')).toBeVisible({ timeout: 30_000 })

  await studio.tab('Backtest').click()
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  const report = page.getByText('Net profit').first()
  // The file may lack a special session, on a Sunday or in the evening.
  const withoutThem = page.getByRole('button', { name: 'Run without these days' })
  await expect(report.or(withoutThem)).toBeVisible({ timeout: 60_000 })
  if (await withoutThem.isVisible()) await withoutThem.click()
  await expect(report).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Backtest report' })).toContainText(/days from files/)
  await takePictures(page, 'idea-backtest')

  await studio.tab('Sweep').click()
  await page.getByLabel('Sweep from').fill(isoDay(indiaDayNumber(Date.now()) - 5))
  for (const [label, value] of [
    ['Across from', '15'],
    ['Across to', '30'],
    ['Across step', '15'],
    ['Down from', '0'],
    ['Down to', '0.05'],
    ['Down step', '0.05'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByRole('button', { name: 'Run Sweep' }).click()
  const heatMap = page.getByRole('region', { name: 'Heat map' })
  await expect(heatMap.or(withoutThem)).toBeVisible({ timeout: 60_000 })
  if (await withoutThem.isVisible()) await withoutThem.click()
  await expect(heatMap).toBeVisible({ timeout: 60_000 })
  await takePictures(page, 'idea-sweep')

  const deploy = async (version: number) => {
    await studio.tab('Versions').click()
    await page.getByRole('button', { name: `Deploy version ${version}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Deploy version ${version} of ${name}?` })
    await dialog.getByRole('button', { name: 'Check and deploy' }).click()
    const override = dialog.getByRole('button', { name: 'Deploy all the same' })
    const done = toast(page, `Version ${version} of ${name} is deployed.`)
    await expect(override.or(done)).toBeVisible({ timeout: 60_000 })
    if (await override.isVisible()) {
      await dialog.getByRole('textbox', { name: /reason/i }).fill('To see what happens when it breaks')
      await override.click()
      await expect(done).toBeVisible({ timeout: 30_000 })
    }
    await done.getByRole('button', { name: 'Close' }).click()
  }
  await deploy(2)

  // Sold: three clicks and a price.
  await page.getByRole('link', { name: `Sell ${name}` }).click()
  const form = page.getByRole('dialog', { name: `Sell ${name}` })
  await form.getByRole('textbox', { name: 'Price per Month' }).fill('899')
  await form.getByRole('button', { name: 'Create Plan' }).click()
  await expect(toast(page, 'Bot subscription plan created successfully!')).toBeVisible()

  // A user buys it and starts it; its prints and its fills arrive in the studio.
  const { id, bot_plan } = await buy(request, person, name)
  // Off offer again, because other tests count what is on offer.
  await sendAs(request, admin, toggleBotPlan, { id: bot_plan!.id, is_active: false })
  await sendAs(request, person, updateConfiguration, { id, capital_amount: 100_000 })
  await sendAs(request, person, saveCredentials, PRACTICE_KEYS)
  const { bot } = await sendAs(request, person, startParticipation, {})
  expect(bot.strategy.name).toBe(name)
  const code = (await sendAs(request, admin, listBotCode, {})).find((each) => each.name === name)!
  await studio.open(code.id, 'live')
  const lines = page.getByRole('log', { name: 'Lines' })
  // Those of the warm-up are folded.
  await expect(
    lines
      .getByText(/^VWAP \d/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible({ timeout: 90_000 })
  await expect(lines.getByText(/(BUY|SELL) \d+ at [\d.]+ ENTRY/).first()).toBeVisible({ timeout: 150_000 })
  await expect(lines.getByText(/(BUY|SELL) \d+ at [\d.]+ (?!ENTRY)[A-Z]/).first()).toBeVisible({ timeout: 150_000 })
  await takePictures(page, 'idea-live')

  // A version that breaks is alerted and seen by whoever must act.
  await studio.tab('Test').click()
  await studio.replaceCode(BROKEN)
  await studio.save.click()
  await expect(studio.results).toContainText('division by zero', { timeout: 30_000 })
  await deploy(3)
  const restart = async () => {
    await page.goto(`/admin/user-bots?search=${person.username}`)
    await page.getByRole('table', { name: 'User bots' }).locator('tbody tr').first().getByRole('button').click()
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    await page.getByRole('button', { name: 'Restart bot' }).click()
    await expect(toast(page, 'Bot restarted')).toBeVisible()
  }
  const drawer = page.getByRole('dialog', { name: 'User bot' })
  await restart()
  await expect(drawer.locator('[data-status="error"]')).toBeVisible({ timeout: 90_000 })
  await expect(drawer).toContainText('division by zero')
  await takePictures(page, 'idea-broken')
  await page.goto('/admin/logs?level=ERROR')
  await expect(page.getByText(`${name} (version 3) failed`).first()).toBeVisible()
  await page.goto('/dev/mail')
  await expect(page.getByText(`${name} (version 3) failed`).first()).toBeVisible()

  await studio.open(code.id, 'versions')
  await deploy(2)
  await restart()
  await expect(drawer.locator('[data-status="running"]')).toBeVisible()
  await studio.open(code.id, 'live')
  await expect(lines.getByText(/^VWAP \d/).last()).toBeVisible({ timeout: 90_000 })
  await takePictures(page, 'idea-rolled-back')
})
