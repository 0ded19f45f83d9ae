// An author who thinks in columns: takes an example of the gallery, splits it into two files, looks ahead by mistake, is
// told column and bar, mends it, sweeps, deploys, and sees on the Live tab what a user's paper bot trades by it. WHOLE=on
// waits for the session's reality check too: run it by hand, against a demo with an empty DATA_DIR, DEMO_PACE=1 and
// DEMO_SESSION_MINUTES=20. In `npm test` a session would take too long; that the replay of a version of several files agrees
// is proven in server/src/trading/reality-checks/reality-checks.test.ts.
import { readFileSync } from 'node:fs'
import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import { listBotOrders, startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { buy, sendAs } from '../fixtures/money.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { PRACTICE_KEYS } from '../fixtures/trading.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { studioPage } from '../pages/admin/studio-page.ts'

const IS_WHOLE = process.env['WHOLE'] === 'on'
const MINUTE_MS = 60_000
/** For a decision and its fill: the market of `npm test` runs twelve times as fast. */
const TRADED_MS = IS_WHOLE ? 20 * MINUTE_MS : 150_000

const FILE = 'pandas_ema_cross.py'
const CODE = readFileSync(new URL(`../../runtime/gallery/${FILE}`, import.meta.url), 'utf8')
// The parameters and the averages in a file of their own; so short that its user's bot trades within minutes.
const AVERAGES = `"""The two averages and their lengths."""

import talib

from bot_runtime import parameter

fast_period = parameter("fast_period", 2, min=2, max=100, help="Bars of the fast average")
slow_period = parameter("slow_period", 5, min=5, max=400, help="Bars of the slow average")


def averages(close):
    return talib.EMA(close, fast_period), talib.EMA(close, slow_period)
`
const ENTRY = CODE.replace('import talib\n\n', '')
  .replace('from bot_runtime import parameter\n', 'from averages import averages\nfrom bot_runtime import parameter\n')
  .replace(/^(fast|slow)_period = .*\n/gm, '')
  .replace('    frame["fast"] = talib.EMA(frame.close, fast_period)\n', '')
  .replace(
    'frame["slow"] = talib.EMA(frame.close, slow_period)',
    'frame["fast"], frame["slow"] = averages(frame.close)',
  )
const LOOKS_AHEAD = ENTRY.replace('~above.shift(1, fill_value=False)', 'above.shift(-1, fill_value=False)')

test('a pandas strategy of the gallery is split into files, found looking ahead, mended, swept, deployed and traded', async ({
  adminPage: page,
  admin,
  person,
  request,
}) => {
  test.setTimeout(IS_WHOLE ? 60 * MINUTE_MS : 300_000)
  const studio = studioPage(page)
  await adminBotsPage(page).openCode()
  await page.getByRole('button', { name: 'Import File' }).click()
  await page.getByRole('menuitem', { name: FILE }).click()
  const imported = page.getByText(/\.py imported as /)
  await expect(imported).toBeVisible({ timeout: 15_000 })
  // Another run on this product may have taken the first name.
  const name = /imported as (.*)\./.exec(await imported.innerText())![1]!
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Open ${name} in the studio`, exact: true }).click()
  await expect(page.getByRole('status', { name: 'Libraries for authors' })).toContainText('pandas 2.3.3', {
    timeout: 60_000,
  })
  const botId = /studio\/([^?]+)/.exec(page.url())![1]!

  const files = page.getByRole('navigation', { name: 'Files' })
  await files.getByRole('button', { name: 'Add file' }).click()
  await page.getByRole('textbox', { name: 'File name' }).fill('averages')
  await page.getByRole('dialog', { name: 'Add file' }).getByRole('button', { name: 'Add file' }).click()
  await expect(page.getByRole('textbox', { name: 'Python code of averages.py' })).toBeVisible()
  await studio.replaceCode(AVERAGES)
  await files.getByRole('button', { name: /Entry point/ }).click()
  await studio.replaceCode(LOOKS_AHEAD)
  const fullTest = page.getByRole('button', { name: 'Full test with publish checks' })
  await fullTest.click()
  await expect(studio.results).toContainText(
    /No look-ahead: enter_long of SBIN-EQ at the bar that closes \d\d \w+ \d{4}, \d\d:\d\d is off when it is the newest/,
    { timeout: 60_000 },
  )
  const rows = studio.results.getByRole('region', { name: 'Rows around the bar' })
  await expect(rows).toContainText('as the newest bar')
  await takePictures(page, 'author-looks-ahead', studio.results)

  await studio.replaceCode(ENTRY)
  await fullTest.click()
  await expect(studio.results).toContainText('Test Passed', { timeout: 60_000 })
  await expect(studio.results).toContainText('bars decide as the whole history does')
  await studio.tab('Settings').click()
  await page.getByRole('combobox', { name: 'Interval' }).click()
  await page.getByRole('option', { name: '1 minute' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Active', exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'tested successfully!')).toBeVisible({ timeout: 30_000 })

  await studio.tab('Backtest').click()
  await page.getByRole('button', { name: 'Run Backtest' }).click()
  const report = page.getByRole('region', { name: 'Backtest report' })
  await expect(report.getByRole('list', { name: 'Plotted by the script' })).toContainText(/fast.*slow/, {
    timeout: 60_000,
  })
  await takePictures(page, 'author-plots', report)

  await studio.tab('Sweep').click()
  for (const [label, value] of [
    ['Across from', '2'],
    ['Across to', '6'],
    ['Across step', '2'],
    ['Down from', '10'],
    ['Down to', '20'],
    ['Down step', '10'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByRole('button', { name: 'Run Sweep' }).click()
  await expect(page.getByRole('region', { name: 'Heat map' }).getByRole('row')).toHaveCount(3, { timeout: 60_000 })

  await studio.tab('Versions').click()
  await page.getByRole('button', { name: 'Deploy version 2', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Deploy version 2 of ${name}?` })
  await dialog.getByRole('button', { name: 'Check and deploy' }).click()
  await expect(toast(page, `Version 2 of ${name} is deployed.`)).toBeVisible({ timeout: 60_000 })

  const { id } = await buy(request, person, 'Custom Quarterly')
  await sendAs(request, person, updateConfiguration, { id, capital_amount: 100_000 })
  await sendAs(request, person, saveCredentials, PRACTICE_KEYS)
  await sendAs(request, admin, assignBot, { bot_id: botId, user_id: person.user.id })
  const { bot } = await sendAs(request, person, startParticipation, {})
  await studio.open(botId, 'live')
  const live = page.getByRole('region', { name: 'Decisions and plots' })
  await expect(live.getByRole('list', { name: 'Plotted by the script' })).toContainText(/fast.*slow/, {
    timeout: 90_000,
  })
  await expect(
    page
      .getByRole('log', { name: 'Lines' })
      .getByText(/SBIN-EQ: .*enter (long|short)/)
      .first(),
  ).toBeVisible({
    timeout: TRADED_MS,
  })
  const filled = async () =>
    (await sendAs(request, person, listBotOrders, { id: bot.id })).some(({ filled_quantity }) => filled_quantity > 0)
  await expect.poll(filled, { timeout: TRADED_MS }).toBe(true)
  await takePictures(page, 'author-live')
  if (!IS_WHOLE) return

  await page.goto('/admin/account-checks')
  const checks = page.getByRole('region', { name: 'Reality check' }).getByRole('row').filter({ hasText: name })
  await expect(async () => {
    await page.reload()
    await expect(checks).toContainText('100 %')
  }).toPass({ intervals: [30_000], timeout: 40 * MINUTE_MS })
  await takePictures(page, 'author-reality-check')
})
