import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../web/public/help')
const SIZE = { width: 1200, height: 750 }

/** What the guide shows at each step. */
const PICTURES: readonly (readonly [name: string, path: string, ready: (page: Page) => Promise<void>])[] = [
  ['plan', '/pricing', async (page) => page.getByText('EMA Monthly').first().waitFor()],
  ['capital', '/subscriptions', async (page) => page.getByText('Capital').first().waitFor()],
  ['credentials', '/credentials', async (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  ['start', '/dashboard', async (page) => page.getByRole('region', { name: 'Open Positions' }).waitFor()],
  ['results', '/analytics?period=90d', async (page) => page.locator('canvas').first().waitFor()],
  ['alerts', '/profile', async (page) => page.getByRole('table', { name: 'Alerts' }).scrollIntoViewIfNeeded()],
]

// GUIDE_PICTURES=1 writes the pictures of the guide anew, on a fresh demo that has traded for some minutes.
const takePictures = process.env['GUIDE_PICTURES'] === undefined ? undefined : test
takePictures?.('the guide’s pictures are taken from the running product', async ({ traderPage: page }) => {
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const [name, address, ready] of PICTURES) {
    await page.goto(address)
    await ready(page)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 55 })
  }
})
