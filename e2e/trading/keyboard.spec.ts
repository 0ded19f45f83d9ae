// The main flow of a trader with the keyboard alone: every control is reached, seen, and never lost.
import type { Locator, Page } from '@playwright/test'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { makeReady, paperPosition } from '../fixtures/trading.ts'
import { loginPage } from '../pages/accounts/login-page.ts'
import { subscriptionsPage } from '../pages/billing/subscriptions-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { botPanel } from '../pages/trading/bot-panel.ts'
import { tradeAnalyticsPage } from '../pages/trading/trade-analytics-page.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(90_000)

const MOST_STEPS = 80

/** Presses Tab until the control has the focus; on the way every stop is a real control with a visible ring. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    const { isPage, hasRing, what } = await focused(page)
    // From the last control the focus leaves the page for the browser's own, and comes back.
    if (!isPage) expect(hasRing, `the ring of ${what}`).toBe(true)
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(wanted)} is not reached by Tab`)
}

async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    const isPage = element === null || element === document.body || element === document.documentElement
    // A switch shows its ring on the track beside its hidden input, a field of several parts on the whole field.
    const field = element?.closest('[class*="Input-input"]')
    const around = [element, element?.nextElementSibling, element?.parentElement, element?.closest('label'), field]
    const hasRing = around.some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
    return { isPage, hasRing, what: element?.outerHTML.slice(0, 160) ?? '' }
  })
}

async function expectFocusKept(page: Page, after: string): Promise<void> {
  await expect(async () => expect((await focused(page)).isPage, after).toBe(false)).toPass({ timeout: 5_000 })
}

test('with the keyboard alone: sign in, open and leave a position, filter the trades', async ({ page }) => {
  const held = Array.from({ length: 6 }, (_, at) => paperPosition(at + 1, { symbol: `S${at}-EQ` }))
  let holder: string | undefined
  await page.route(/\/bots\/[\w-]+\/positions\/$/, (route) => {
    holder ??= route.request().url()
    return route.fulfill(json(200, route.request().url() === holder ? held : []))
  })
  const { username, password, open } = loginPage(page)
  await open()
  await tabTo(page, username)
  await page.keyboard.type('demo')
  await tabTo(page, password)
  await page.keyboard.type('Demo@1234')
  await page.keyboard.press('Enter')
  const { heading, positions, drawer, region } = dashboardPage(page)
  await expect(page).not.toHaveURL('/login')
  await press(page, shell(page).links.filter({ hasText: 'Dashboard' }).first())
  await expect(heading).toBeVisible()

  const row = positions.first().getByRole('button').first()
  await press(page, row)
  await expect(drawer).toContainText('Where the stop is')
  await expectFocusKept(page, 'the drawer opened')
  await tabTo(page, drawer.getByRole('button', { name: /Close S\d-EQ/ }))
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(row).toBeFocused()

  await press(page, region('Open Positions').getByRole('button', { name: 'Filter open positions' }))
  const fields = page.getByRole('region', { name: 'Filters of open positions' })
  await tabTo(page, fields.getByRole('searchbox'))
  await page.keyboard.type('S4')
  await expect(positions).toHaveCount(1)
  await expect(fields.getByRole('searchbox')).toBeFocused()
  await press(page, fields.getByRole('button', { name: 'Clear filters' }))
  await expect(positions).toHaveCount(6)
  await expectFocusKept(page, 'the filters were cleared')

  await press(page, shell(page).links.filter({ hasText: 'Trades' }).first())
  await expect(page).toHaveURL(/\/trades/)
  const { tab, monitor, feed } = tradeAnalyticsPage(page)
  await tabTo(page, tab('Overview'))
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Real-Time')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(feed).toBeVisible()
  await press(page, monitor.getByRole('button', { name: 'Filters' }))
  await tabTo(page, monitor.getByRole('combobox', { name: 'Side' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Sell' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/side=(BUY|SELL)/)
  await expect(monitor.getByRole('combobox', { name: 'Side' })).toBeFocused()
  await press(page, monitor.getByRole('button', { name: 'Clear filters' }))
  await expect(page).not.toHaveURL(/side=/)
  await expectFocusKept(page, 'the trade filters were cleared')
})

test('with the keyboard alone: start, pause and stop the bot', async ({ page, person, request }) => {
  await makeReady(request, person)
  await storeSession(page, person)
  await dashboardPage(page).open()
  const bot = botPanel(page)
  await press(page, bot.start)
  await tabTo(page, bot.dialog.getByRole('button', { name: 'Start Bot' }))
  await page.keyboard.press('Enter')
  await expect(bot.status).toHaveText('Running')
  await expectFocusKept(page, 'the bot started')
  await press(page, bot.pause)
  await expect(bot.status).toHaveText('Paused')
  await expectFocusKept(page, 'the bot paused')
  await press(page, bot.stop)
  await tabTo(page, bot.dialog.getByRole('button', { name: 'Stop Bot' }))
  await page.keyboard.press('Enter')
  await expect(bot.status).toHaveText('Stopped')
  await expectFocusKept(page, 'the bot stopped')
})

test('with the keyboard alone: the purchase wizard up to the payment', async ({ page, person }) => {
  await storeSession(page, person)
  const { dialog, open, next, previous, buy } = subscriptionsPage(page)
  await open()
  const card = page.getByRole('article', { name: 'Starter', exact: true })
  await press(page, card.getByRole('button', { name: 'Purchase' }))
  await tabTo(page, dialog.getByLabel('Stock symbol'))
  await page.keyboard.type('SBIN')
  await expect(dialog.getByLabel('Token')).not.toHaveValue('')
  await press(page, next)
  await expect(dialog.getByRole('heading', { name: 'Strategy Parameters' })).toBeVisible()
  await expectFocusKept(page, 'the second step')
  await press(page, previous)
  await expect(dialog.getByRole('heading', { name: 'Trading Parameters' })).toBeVisible()
  await expectFocusKept(page, 'back at the first step')
  await press(page, next)
  for (const heading of ['Risk Management', 'Review and Confirm']) {
    await press(page, next)
    await expect(dialog.getByRole('heading', { name: heading })).toBeVisible()
    await expectFocusKept(page, heading)
  }
  await press(page, buy)
  await expect(dialog.filter({ hasText: 'Complete Payment' })).toBeVisible()
  await expectFocusKept(page, 'the payment opened')
  await tabTo(page, dialog.getByRole('button', { name: /^Pay/ }))
})
