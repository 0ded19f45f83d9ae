// An author who thinks in columns: takes an example of the gallery, looks ahead by mistake, is told column and bar, mends
// it, sweeps and deploys.
import { readFileSync } from 'node:fs'
import { expect, test, toast } from '../fixtures/test.ts'
import { adminBotsPage } from '../pages/admin/admin-bots-page.ts'
import { studioPage } from '../pages/admin/studio-page.ts'

const FILE = 'pandas_ema_cross.py'
const CODE = readFileSync(new URL(`../../runtime/gallery/${FILE}`, import.meta.url), 'utf8')
const LOOKS_AHEAD = CODE.replace('~above.shift(1, fill_value=False)', 'above.shift(-1, fill_value=False)')

test('a pandas strategy of the gallery that looks ahead is told column and bar, mended, swept and deployed', async ({
  adminPage: page,
}) => {
  test.setTimeout(180_000)
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

  await studio.replaceCode(LOOKS_AHEAD)
  const fullTest = page.getByRole('button', { name: 'Full test with publish checks' })
  await fullTest.click()
  await expect(studio.results).toContainText(
    /No look-ahead: enter_long of SBIN-EQ at the bar that closes \d\d \w+ \d{4}, \d\d:\d\d is off when it is the newest/,
    { timeout: 60_000 },
  )

  await studio.replaceCode(CODE)
  await fullTest.click()
  await expect(studio.results).toContainText('Test Passed', { timeout: 60_000 })
  await expect(studio.results).toContainText('bars decide as the whole history does')
  await studio.replaceCode(`${CODE}\n# mended\n`)
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'tested successfully!')).toBeVisible({ timeout: 30_000 })

  await studio.tab('Sweep').click()
  for (const [label, value] of [
    ['Across from', '5'],
    ['Across to', '15'],
    ['Across step', '5'],
    ['Down from', '20'],
    ['Down to', '40'],
    ['Down step', '20'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByRole('button', { name: 'Run Sweep' }).click()
  await expect(page.getByRole('region', { name: 'Heat map' }).getByRole('row')).toHaveCount(3, { timeout: 60_000 })

  await studio.tab('Versions').click()
  await page.getByRole('button', { name: 'Deploy version 2', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Deploy version 2 of ${name}?` })
  await dialog.getByRole('button', { name: 'Check and deploy' }).click()
  await expect(toast(page, `Version 2 of ${name} is deployed.`)).toBeVisible({ timeout: 60_000 })
})
