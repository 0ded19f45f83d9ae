import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { sendAs } from '../fixtures/money.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'

const GUIDE = readFileSync(new URL('../../docs/author-guide.md', import.meta.url), 'utf8')
const BREAKOUT = /## An opening-range[\s\S]*?```python\n([\s\S]*?)```/.exec(GUIDE)![1]!

test('a declared parameter is drawn with its range, refused outside it, saved in a new version and swept', async ({
  adminPage: page,
  admin,
  request,
}) => {
  test.slow()
  const name = `Breakout ${randomBytes(3).toString('hex')}`
  const config = {
    name,
    bot_type: 'custom_strategy' as const,
    symbol: 'SBIN-EQ',
    token: '3045',
    interval: '1m' as const,
  }
  await sendAs(request, admin, createBotCode, { code: BREAKOUT, config })
  const bots = adminBotsPage(page)
  await bots.openCode()
  await bots.edit(name).click()
  const fields = page.getByRole('region', { name: 'Parameters of the code' })
  await expect(fields).toContainText('Length of the opening range in minutes. From 5 to 60.')
  const minutes = fields.getByRole('textbox', { name: 'Opening minutes' })
  await minutes.fill('90')
  await expect(fields).toContainText('Opening minutes must be between 5 and 60.')
  const refused = page.waitForResponse((response) => response.status() === 400)
  await bots.save.click()
  await refused
  await expect(fields).toContainText('Opening minutes must be between 5 and 60.')
  await minutes.fill('30')
  await bots.dialog.getByRole('combobox', { name: 'Other symbols' }).click()
  await page.getByRole('option', { name: 'ITC-EQ' }).click()
  await page.keyboard.press('Escape')
  await bots.save.click()
  await expect(toast(page, 'tested successfully!')).toBeVisible({ timeout: 20_000 })
  await expect(bots.results).toContainText('2 symbols')

  await bots.tab('Backtest').click()
  await bots.dialog.getByLabel('Sweep from').fill(isoDay(indiaDayNumber(Date.now()) - 5))
  for (const [label, value] of [
    ['Across from', '15'],
    ['Across to', '30'],
    ['Across step', '15'],
    ['Down to', '0.05'],
    ['Down step', '0.05'],
  ] as const)
    await bots.dialog.getByRole('textbox', { name: label }).fill(value)
  await bots.dialog.getByRole('button', { name: 'Run Sweep' }).click()
  const map = page.getByRole('region', { name: 'Heat map' })
  await expect(map).toBeVisible({ timeout: 40_000 })
  await expect(map.getByRole('row')).toHaveCount(3)
})
