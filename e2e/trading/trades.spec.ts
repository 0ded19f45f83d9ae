import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { sendAs } from '../fixtures/money.ts'
import { expect, test } from '../fixtures/test.ts'

test('TA-04 TA-08 TA-16 the demo’s trades: figures, filters, a round trip with its candles, and the files for the accountant', async ({
  traderPage: page,
  trader,
  request,
}) => {
  test.setTimeout(60_000)
  await page.goto('/trades')
  const { total_bots } = await sendAs(request, trader, readBotStats, {})
  await expect(page.locator('[data-stat="Total Bots"]')).toContainText(`Total Bots${total_bots}`)
  await expect(page.locator('[data-stat="Total Trades"]')).toContainText(/Total Trades[1-9][\d,]*/)

  await page.goto('/trades?view=real-time')
  const rows = page.getByRole('table', { name: 'Real-time trades' }).locator('tbody tr')
  await expect(rows).toHaveCount(25)
  const monitor = page.getByRole('region', { name: 'Real-time trades' })
  await monitor.getByRole('button', { name: 'Filters' }).click()
  await monitor.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Exit', exact: true }).click()
  await monitor.getByRole('searchbox', { name: 'Search' }).fill('itc')
  await expect(rows.filter({ hasNotText: 'ITC-EQ' })).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'P&L' }).getByRole('button').click()
  await expect(rows.first()).toContainText('+₹')
  const lines = (await saved(monitor.getByRole('button', { name: 'Download CSV' }))).trimEnd().split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toMatch(/,ITC-EQ,.*,Exit,/)

  await rows.first().getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'Trade' })
  await expect(drawer).toContainText('Round trip, net')
  await expect(drawer).toContainText(/Bot version.*version \d/)
  const entry = drawer.getByRole('article', { name: /^Entry/ })
  await expect(entry.getByRole('region', { name: 'Charges' })).toContainText(/Brokerage₹.*GST₹.*Total₹/)
  await expect(drawer.getByTestId('candle-values')).toContainText(/Open ₹[\d,.]+High ₹[\d,.]+Low ₹/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const trades = await saved(dialog.getByRole('button', { name: 'Download trades (CSV)' }))
  expect(trades).toContain('id,time_india,email,bot,bot_version,mode,symbol')
  await dialog.getByText('Paper', { exact: true }).click()
  expect(await saved(dialog.getByRole('button', { name: 'Download PDF' }))).toMatch(/^%PDF-/)
  expect(await saved(dialog.getByRole('button', { name: 'Download CSV' }))).toContain('Paper trades, not income')
})

async function saved(control: Locator): Promise<string> {
  const [file] = await Promise.all([control.page().waitForEvent('download'), control.click()])
  return readFile(await file.path(), 'utf8')
}
