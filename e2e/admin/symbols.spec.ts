import { randomInt } from 'node:crypto'
import { symbolsPage } from '../pages/admin/symbols-page.ts'
import { expect, test, toast } from '../fixtures/test.ts'

const base = randomInt(1_000_000, 9_000_000)
const share = { symbol: `E${base}-EQ`, token: `8${base}`, name: `Example company ${base}` }

test('AY-01 AY-02 a file is uploaded and its report shown; a symbol is found, switched and deleted', async ({
  adminPage: page,
}) => {
  const symbols = symbolsPage(page)
  await symbols.open()
  await symbols.upload.click()
  await symbols.chooseFile('symbols.json', JSON.stringify([share, { ...share, symbol: 'TWIN-EQ' }]))
  await symbols.send.click()
  await expect(toast(page, 'Symbols uploaded successfully!')).toBeVisible()
  await expect(symbols.dialog).toContainText('Added1')
  await expect(symbols.dialog).toContainText(`token ${share.token} stands in row 1 already`)
  await symbols.dialog.getByRole('button', { name: 'Done' }).click()

  await symbols.search.fill(share.symbol.toLowerCase())
  await expect(symbols.rows).toHaveCount(2)
  await symbols.active(share.symbol).click({ force: true })
  await expect(symbols.active(share.symbol)).not.toBeChecked()
  await symbols.remove(share.symbol).click()
  await symbols.dialog.getByRole('button', { name: 'Delete symbol' }).click()
  await expect(toast(page, 'Symbol deleted successfully!')).toBeVisible()
  await expect(page.getByText('No symbols found')).toBeVisible()
})
