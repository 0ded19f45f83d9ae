// The dashboard in one hand: short rows, and everything urgent within reach of the thumb.
import type { Page, Route } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { paperOrder, paperPosition, paperToday } from '../fixtures/trading.ts'
import { shell } from '../pages/platform/shell.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'

const HEIGHT = 844
test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(60_000)

/** The demo's own bot, holding ten positions after a long day. */
async function holdTen(page: Page): Promise<void> {
  const held = Array.from({ length: 10 }, (_, at) => paperPosition(at + 1, { symbol: `TATACONSUM${at}-EQ` }))
  const orders = Array.from({ length: 60 }, (_, at) =>
    paperOrder(100 + at, { state: 'filled', pnl: at % 2 ? -120 : 95 }),
  )
  // Whichever of the demo's bots is asked first holds all of them.
  const once = (rows: readonly object[]) => {
    let holder: string | undefined
    return (route: Route) => {
      const url = route.request().url()
      holder ??= url
      return route.fulfill(json(200, url === holder ? rows : []))
    }
  }
  await page.route(/\/bots\/[\w-]+\/positions\/$/, once(held))
  await page.route(/\/bots\/[\w-]+\/orders\//, once(orders))
  await page.route('**/api/bots/today/', (route) => route.fulfill(json(200, paperToday({}))))
}

test('the demo’s dashboard with ten open positions is under 2,500 px high, with rows of two or three lines', async ({
  traderPage: page,
}) => {
  await holdTen(page)
  const { phone, today, open } = dashboardPage(page)
  await open()
  await expect(phone.positions).toHaveCount(10)
  await expect(phone.orders).toHaveCount(5)
  await expect(today.region.getByRole('figure')).toBeVisible()
  for (const row of [phone.positions.first(), phone.orders.first(), phone.bots.first()]) {
    expect((await row.boundingBox())!.height).toBeLessThan(76)
  }
  const size = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return { scrollHeight, scrollWidth }
  })
  expect(size.scrollHeight).toBeLessThan(2_500)
  expect(size.scrollWidth).toBe(390)
  await expectNoViolations(page, 'phone')
})

test('a tap on a position opens its drawer, which closes it', async ({ traderPage: page }) => {
  await holdTen(page)
  const { phone, drawer, open } = dashboardPage(page)
  await open()
  await expect(phone.positions.first()).toContainText('Stop ₹792.00 at the exchange')
  await phone.positions.first().getByRole('button').tap()
  await expect(drawer).toContainText('Where the stop is')
  await drawer.getByRole('button', { name: 'Close TATACONSUM0-EQ' }).click()
  await expect(page.getByRole('dialog', { name: 'Close TATACONSUM0-EQ?' })).toBeVisible()
})

test('today’s result, the market, Stop and the pages stay at the bottom while the page scrolls', async ({
  traderPage: page,
}) => {
  await holdTen(page)
  const { bottom } = shell(page)
  await dashboardPage(page).open()
  await expect(bottom.today).toHaveText('Today −₹1,234.50')
  await page.mouse.wheel(0, 1_200)
  for (const part of [bottom.today, bottom.market, bottom.stop]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect((await part.boundingBox())!.y).toBeGreaterThan(HEIGHT * 0.75)
  }
  expect((await bottom.stop.boundingBox())!.height).toBeGreaterThanOrEqual(36)
  await expect(bottom.links).toHaveText(['Dashboard', 'Pricing', 'Subscriptions', 'Credentials', 'Trades'])
  await expect(bottom.current).toHaveText('Dashboard')
  await bottom.links.nth(4).tap()
  await expect(page).toHaveURL('/trades')
  await expect(bottom.stop).toBeInViewport({ ratio: 1 })
})
