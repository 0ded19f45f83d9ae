// Where a position's stop is: at the exchange, or why not, in both themes and on a phone.
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, json, test } from '../fixtures/test.ts'
import { paperOrder, paperPosition } from '../fixtures/trading.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'

const LONG_NOTE =
  'The broker refused it: Your order has been rejected due to RMS: Margin Exceeds, Required: 48210.55, Available: 12400.00 for entity account A12345678 across exchange NSE across segment EQ across product INTRADAY'

async function mockPositions(page: Page): Promise<void> {
  const held = [
    paperPosition(1, { protection: { state: 'at_exchange', stop_at_exchange: 792, note: '' } }),
    paperPosition(2, {
      symbol: 'TATAMOTORS-EQ',
      side: 'SHORT',
      protection: { state: 'refused', stop_at_exchange: null, note: LONG_NOTE },
    }),
    paperPosition(3, {
      symbol: 'INFY-EQ',
      stop_price: null,
      protection: { state: 'none', stop_at_exchange: null, note: 'No stop is set.' },
    }),
  ]
  const states = ['resting', 'modifying', 'cancelling'] as const
  const orders = states.map((state, at) => paperOrder(10 + at, { state, mode: 'live', order_type: 'SELL' }))
  await page.route(/\/bots\/[\w-]+\/positions\//, (route) => route.fulfill(json(200, held)))
  await page.route(/\/bots\/[\w-]+\/orders\//, (route) => route.fulfill(json(200, orders)))
}

for (const [screen, width] of [
  ['desktop', 1440],
  ['phone', 390],
] as const) {
  test(`each position names its stop at the exchange or why there is none, on a ${screen}`, async ({
    traderPage: page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await mockPositions(page)
    const isPhone = screen === 'phone'
    const { open, phone, drawer, ...desktop } = dashboardPage(page)
    const { positions, orders } = isPhone ? phone : desktop
    await open()
    await positions.first().waitFor()
    await expect(orders).toContainText(['Stop at the exchange', 'Being changed', 'Being cancelled'])
    if (isPhone) {
      await expect(positions).toContainText(['Stop ₹792.00 at the exchange', 'Stop refused', 'No stop'])
      await positions.nth(1).getByRole('button').click()
      await expect(drawer).toContainText(LONG_NOTE)
      await expectNoViolations(page, 'position')
      await page.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
    } else {
      await expect(positions.nth(0)).toContainText('Stop at the exchange: ₹792.00')
      await expect(positions.nth(1)).toContainText(LONG_NOTE)
      await expect(positions.nth(2)).toContainText('No stop is set.')
    }
    // Everything the rows say can be read without scrolling sideways.
    const tooWide = await positions.evaluateAll((rows) =>
      rows
        .flatMap((row) => [row, ...row.querySelectorAll('td, button > span')])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    )
    expect(tooWide).toEqual([])
    await expectNoViolations(page, 'open positions')
  })
}
