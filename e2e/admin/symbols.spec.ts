import { randomInt } from 'node:crypto'
import { symbolsPage } from '../pages/admin/symbols-page.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'

function newShares(count: number) {
  const base = randomInt(1_000_000, 9_000_000)
  return Array.from({ length: count }, (_, at) => ({
    symbol: `E${base + at}-EQ`,
    token: `8${base + at}`,
    name: `Example company ${base + at}`,
  }))
}

test('AY-01 AY-02 a file is uploaded and its report shown; symbols are found, switched and deleted', async ({
  adminPage: page,
}) => {
  const symbols = symbolsPage(page)
  const [one, two] = newShares(2)
  await symbols.open()
  await expect(symbols.stat('Total Symbols')).toContainText(/\d/)
  await symbols.upload.click()
  await symbols.send.click()
  await expect(symbols.dialog).toContainText('Please select a JSON file')
  await symbols.chooseFile('symbols.csv', '[]')
  await symbols.send.click()
  await expect(symbols.dialog).toContainText('Please select a JSON file')
  await symbols.chooseFile('symbols.json', '{"symbol":')
  await symbols.send.click()
  await expect(toast(page, 'Failed to upload symbols')).toBeVisible()
  await symbols.chooseFile('symbols.json', JSON.stringify([one, two, { ...one, symbol: 'TWIN-EQ' }]))
  await symbols.send.click()
  await expect(toast(page, 'Symbols uploaded successfully!')).toBeVisible()
  await expect(symbols.dialog).toContainText('Added2')
  await expect(symbols.dialog).toContainText(`token ${one!.token} stands in row 1 already`)
  await symbols.dialog.getByRole('button', { name: 'Done' }).click()

  await symbols.search.fill(one!.symbol.toLowerCase())
  await expect(symbols.rows).toHaveCount(2)
  await expect(page).toHaveURL(/search=/)
  await symbols.active(one!.symbol).click({ force: true })
  await expect(toast(page, 'Symbol status updated successfully!')).toBeVisible()
  await expect(symbols.active(one!.symbol)).not.toBeChecked()

  await symbols.remove(one!.symbol).click()
  await expect(symbols.dialog).toContainText(`Delete ${one!.symbol}?`)
  await symbols.dialog.getByRole('button', { name: 'Delete symbol' }).click()
  await expect(toast(page, 'Symbol deleted successfully!')).toBeVisible()
  await expect(page.getByText('No symbols found')).toBeVisible()
})

test('AY-01 pasted JSON is validated before it is sent', async ({ adminPage: page }) => {
  const symbols = symbolsPage(page)
  const [one] = newShares(1)
  await symbols.open()
  await symbols.upload.click()
  await symbols.pasteTab.click()
  await symbols.send.click()
  await expect(symbols.dialog).toContainText('Please enter JSON data')
  await symbols.text.fill('[{"symbol": "A"')
  await symbols.send.click()
  await expect(symbols.dialog).toContainText('Invalid JSON format. Please check your JSON data.')
  await symbols.text.fill(JSON.stringify([one]))
  await symbols.send.click()
  await expect(symbols.dialog).toContainText('Added1')
})

test('AY-01 a symbol in use cannot be deleted, and the list is paged', async ({ adminPage: page }) => {
  const symbols = symbolsPage(page)
  await symbols.open('?search=SBIN')
  await symbols.remove('SBIN-EQ').click()
  await symbols.dialog.getByRole('button', { name: 'Delete symbol' }).click()
  await expect(toast(page, 'so it cannot be deleted. Switch it off instead')).toBeVisible()
  await symbols.open()
  await expect(symbols.rows).toHaveCount(21)
  const first = await symbols.rows.nth(1).textContent()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(symbols.rows.nth(1)).not.toHaveText(first!)
})

test('AY-01 each failure shows its text', async ({ adminPage: page }) => {
  const symbols = symbolsPage(page)
  await symbols.open()
  await page.route('**/admin/symbols/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(json(500, {})),
  )
  const name = 'ADANIENT-EQ'
  await symbols.active(name).click({ force: true })
  await expect(toast(page, 'Failed to update symbol status')).toBeVisible()
  await symbols.remove(name).click()
  await symbols.dialog.getByRole('button', { name: 'Delete symbol' }).click()
  await expect(toast(page, 'Failed to delete symbol')).toBeVisible()
  await page.route('**/admin/symbols/**', (route) => route.fulfill(json(500, {})))
  await symbols.open()
  await expect(toast(page, 'Failed to fetch symbols')).toBeVisible()
})

test('a long upload shows its progress and can be cancelled', async ({ adminPage: page }) => {
  const symbols = symbolsPage(page)
  await symbols.open()
  // The response never arrives, so only cancelling ends the upload.
  await page.route('**/symbols/upload/', () => undefined)
  await symbols.upload.click()
  await symbols.chooseFile('symbols.json', JSON.stringify(newShares(3)))
  await symbols.send.click()
  await expect(symbols.dialog.getByText(/^(Uploading|Reading the symbols) …$/)).toBeVisible()
  await expect(symbols.dialog.getByRole('progressbar', { name: 'Upload' })).toHaveCount(1)
  await symbols.dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(symbols.send).toBeEnabled()
  await expect(toast(page, 'Failed to upload symbols')).toHaveCount(0)
})
