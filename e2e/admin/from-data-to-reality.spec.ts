// From market data to a reality check, through the screens: fetch, coverage map, import, backtest, deployment, session.
// In `npm test` with two days of history and an invented session. WHOLE=on fetches a year and waits for a real session:
// run it by hand, against a demo with an empty DATA_DIR and DEMO_SESSION_MINUTES=20, in which the bot decides once a
// session.
import { randomInt } from 'node:crypto'
import { assignBot } from '@trading-bot/contract/rest/trading/admin-bots'
import { listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { RealityCheck } from '@trading-bot/contract/rest/trading/reality-checks'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import type { Page } from '@playwright/test'
import { dayBefore } from '../fixtures/day-before.ts'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy, sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { takePictures } from '../fixtures/pictures.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { PRACTICE_KEYS } from '../fixtures/trading.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { marketDataPage } from '../pages/admin/market-data-page.ts'
import { symbolsPage } from '../pages/admin/symbols-page.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'

const IS_WHOLE = process.env['WHOLE'] === 'on'
const MINUTE_MS = 60_000

const IMPORTED_DAYS = IS_WHOLE ? 365 : 30
const LONG_MS = IS_WHOLE ? 180_000 : 30_000

// One trade with every bar, so that any session has some.
const CODE = `def on_bar(bot, bar):
    if bot.position().side == 0:
        bot.buy()
    else:
        bot.exit("long")
`

const number = randomInt(1_000_000, 9_000_000)
const SHARE = { symbol: `NEW${number}-EQ`, token: `7${number}`, name: `Newcomer ${number}` }
const BOT = `Quarter hours ${number}`

// Each part goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

test('an administrator fetches history, follows its progress and sees it on the map and on a chart', async ({
  adminPage: page,
}) => {
  test.setTimeout(IS_WHOLE ? 15 * MINUTE_MS : 90_000)
  const data = marketDataPage(page)
  await data.open()
  await expect(data.days('RELIANCE-EQ').or(data.days('ADANIENT-EQ')).first()).toBeVisible()
  if (!IS_WHOLE) await data.from.fill(dayBefore(2))
  await data.fetch.click()
  await expect(data.newest).toContainText(/\d+ of \d+ symbols/)
  await expect(data.progress).toBeVisible()
  if (IS_WHOLE) {
    await expect(data.newest).toContainText(/min left/, { timeout: 60_000 })
    await takePictures(page, 'fetch-under-way')
  }
  await expect(data.newest).toContainText('Finished', { timeout: IS_WHOLE ? 14 * MINUTE_MS : 60_000 })
  await takePictures(page, 'market-data')
  await data.search.fill('SBIN')
  // A day on which the simulated exchange halted a share for long is partial.
  await expect(data.days('SBIN-EQ')).toHaveAttribute(
    'aria-label',
    IS_WHOLE ? /\b36\d complete.*broker/ : /\b2 complete.*broker/,
  )
  await data.symbol('SBIN-EQ').click()
  await expect(data.dialog).toContainText('Tests read the bars of the broker.')
  await expect(data.chart).toHaveAttribute('aria-label', /^1\d{3} candles of 1 minute$/)
  await data.dialog.getByRole('combobox', { name: 'Interval' }).click()
  await page.getByRole('option', { name: '15 minutes' }).click()
  await expect(data.chart).toHaveAttribute('aria-label', /^9\d candles of 15 minutes$/)
  await expect(data.dialog).toContainText(/Nothing was found wrong with it|What was found/)
  await takePictures(page, 'market-day', data.dialog)
  await page.keyboard.press('Escape')
  await expectNoViolations(page, 'Market data')
})

test('a symbol is added, its bars are imported from a file, and a 15-minute bot is backtested on them and deployed', async ({
  adminPage: page,
}) => {
  test.setTimeout(IS_WHOLE ? 10 * MINUTE_MS : 90_000)
  const symbols = symbolsPage(page)
  await symbols.open()
  await symbols.upload.click()
  await symbols.chooseFile('symbols.json', JSON.stringify([SHARE]))
  await symbols.send.click()
  await expect(toast(page, 'Symbols uploaded successfully!')).toBeVisible()

  const data = marketDataPage(page)
  await data.previewBars(
    SHARE.symbol,
    Array.from({ length: IMPORTED_DAYS }, (_, at) => dayBefore(IMPORTED_DAYS - at)),
  )
  await takePictures(page, 'import-preview', data.dialog)
  await data.storeBars(LONG_MS)
  await data.search.fill(SHARE.symbol)
  await expect(data.days(SHARE.symbol)).toHaveAttribute('aria-label', /complete.*file/)

  const bots = adminBotsPage(page)
  await bots.openCode()
  await bots.create.click()
  await bots.field('Name').fill(BOT)
  await bots.choose('Bot Type', 'Custom Strategy')
  await bots.choose('Symbol', SHARE.symbol)
  await bots.choose('Interval', '15 minutes')
  await bots.replaceCode(CODE)
  await bots.save.click()
  await expect(toast(page, 'New bot created and tested successfully!')).toBeVisible({ timeout: 20_000 })

  await bots.tab('Backtest').click()
  await bots.dialog.getByRole('textbox', { name: 'Days', exact: true }).fill(String(IMPORTED_DAYS - 1))
  await bots.dialog.getByRole('button', { name: 'Run Backtest' }).click()
  // The file may lack a special session, on a Sunday or in the evening.
  const withoutThem = bots.dialog.getByRole('button', { name: 'Run without these days' })
  await expect(bots.report.or(withoutThem)).toBeVisible({ timeout: LONG_MS })
  if (await withoutThem.isVisible()) await withoutThem.click()
  await expect(bots.report).toContainText('Net profit', { timeout: LONG_MS })
  await expect(bots.report).toContainText('file')
  await takePictures(page, 'backtest-report', bots.report)
  const robustness = page.getByRole('region', { name: 'Robustness' })
  await expect(robustness.getByRole('alert')).toContainText(/^(Robust|Fragile|Too few|It lost money)/, {
    timeout: LONG_MS,
  })
  await expect(robustness.getByRole('table', { name: 'Walk-forward' }).getByRole('row')).not.toHaveCount(0)
  await takePictures(page, 'robustness', robustness)

  await bots.tab('Versions').click()
  await page.getByRole('button', { name: 'Deploy version 1' }).click()
  await page.getByRole('button', { name: 'Check and deploy' }).click()
  await expect(toast(page, `Version 1 of ${BOT} is deployed.`)).toBeVisible({ timeout: 30_000 })
})

test('the next session’s reality check shows how far reality agreed, to the user and to the administrator', async ({
  browser,
  page,
  person,
  admin,
  request,
}) => {
  test.setTimeout(IS_WHOLE ? 90 * MINUTE_MS : 30_000)
  const { id } = await buy(request, person, 'Custom Quarterly')
  await sendAs(request, person, updateConfiguration, { id, capital_amount: 100_000 })
  await sendAs(request, person, saveCredentials, PRACTICE_KEYS)
  const deployed = (await sendAs(request, admin, listBotCode, {})).find(({ name }) => name === BOT)!
  await sendAs(request, admin, assignBot, { bot_id: deployed.id, user_id: person.user.id })
  await storeSession(page, person)
  const bot = botPanel(page)
  await page.goto('/subscriptions')
  await bot.start.click()
  await bot.confirm('Start Bot')
  await expect(bot.status).toHaveText('Running')

  const adminView = await browser.newPage()
  await storeSession(adminView, admin)
  if (!IS_WHOLE) await inventSession(page, adminView, deployed.id)
  await page.goto('/subscriptions')
  const own = page.getByRole('region', { name: 'Reality check' })
  await expect(async () => {
    if (IS_WHOLE) await page.reload()
    await expect(own).toContainText(/Backtest agrees with reality: \d+ %/)
  }).toPass({ intervals: [30_000], timeout: IS_WHOLE ? 80 * MINUTE_MS : 10_000 })
  await takePictures(page, 'reality-check-of-the-user', own)
  await expectNoViolations(page, 'Subscriptions with a reality check')

  await adminView.goto('/admin/account-checks')
  const all = adminView.getByRole('region', { name: 'Reality check' })
  await expect(all.getByRole('row').filter({ hasText: BOT })).toContainText(/\d+ %/)
  await takePictures(adminView, 'reality-check-of-the-administrator', all)
  await expectNoViolations(adminView, 'Account checks with a reality check')
})

/** What a session of an hour leads to, without its hour. */
async function inventSession(page: Page, adminView: Page, strategyId: string): Promise<void> {
  const check: RealityCheck = {
    opened_at: '2026-11-16T02:30:00.000Z',
    checked_at: '2026-11-16T03:33:00.000Z',
    mode: 'paper',
    version: 1,
    agreement_percent: 66,
    sentence: 'Backtest agrees with reality: 66 %',
    matched_percent: 66,
    entries: { obtained: 2, replayed: 2, matched: 1 },
    exits: { obtained: 1, replayed: 1, matched: 1 },
    slippage_bps: 0.42,
    net: -120.55,
    replayed_net: -117.3,
    is_simulated: true,
  }
  const agreement = { agreement_percent: 66, sentence: check.sentence, sessions: 1, checks: [check] }
  const own = { bots: [{ ...agreement, bot: { id: strategyId, name: BOT } }] }
  await page.route('**/api/reality-checks/', (route) => route.fulfill(json(200, own)))
  const { net, replayed_net, slippage_bps } = check
  const strategy = { id: strategyId, name: BOT }
  const compared = { ...agreement, net, replayed_net, slippage_bps, strategy, instances: 1, is_below_threshold: true }
  const nothing = {
    agreement_percent: null,
    sentence: 'Not known yet: the session could not be replayed.',
    sessions: 0,
  }
  const unknown = {
    ...compared,
    ...nothing,
    strategy: { id: strategyId.replace(/^./, 'f'), name: 'Unknown Bot' },
    net: 0,
    replayed_net: 0,
    slippage_bps: null,
    is_below_threshold: false,
    checks: [],
  }
  const all = { threshold_percent: 80, strategies: [compared, unknown] }
  await adminView.route('**/api/admin/reality-checks/', (route) => route.fulfill(json(200, all)))
}
