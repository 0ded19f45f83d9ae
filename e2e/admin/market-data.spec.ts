import { dayBefore, tradingDayBefore } from '../fixtures/day-before.ts'
import { expect, test, toast } from '../fixtures/test.ts'
import { marketDataPage } from '../pages/admin/market-data-page.ts'

test('a file is previewed and imported, with the row that cannot be read; a corporate action is added and removed', async ({
  adminPage: page,
}) => {
  const data = marketDataPage(page)
  await data.open()
  await data.importFile.click()
  await data.preview.click()
  await expect(data.dialog).toContainText('Choose a file')
  const day = tradingDayBefore(40)
  const rows = Array.from(
    { length: 60 },
    (_, minute) => `${day},10:${String(minute).padStart(2, '0')},800,801,799,800.5,100`,
  )
  const text = ['Date,Time,Open,High,Low,Close,Volume', ...rows, `${day},27:00,1,1,1,1,1`].join('\n')
  await data.file.setInputFiles({ name: 'itc.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await data.symbolOfFile.fill('ITC-EQ')
  await data.preview.click()
  await expect(data.dialog.getByRole('region', { name: 'Preview' })).toContainText('One-minute bars')
  await expect(data.dialog.getByRole('table', { name: 'First rows' })).toContainText('₹800.50')
  await data.store.click()
  await expect(data.dialog).toContainText('Line 62: the time is not understood')
  await data.done.click()
  await data.search.fill('ITC')
  await expect(data.days('ITC-EQ')).toHaveAttribute('aria-label', /file/)

  await data.addAction.click()
  await data.dialog.getByLabel('Symbol').fill('NO-SUCH')
  await data.dialog.getByLabel('Ex-day').fill(dayBefore(100))
  await data.dialog.getByRole('button', { name: 'Save action' }).click()
  await expect(page.getByText('There is no symbol NO-SUCH').first()).toBeVisible()
  await data.dialog.getByLabel('Symbol').fill('WIPRO-EQ')
  await data.dialog.getByRole('button', { name: 'Save action' }).click()
  await expect(toast(page, 'Corporate action of WIPRO-EQ saved.')).toBeVisible()
  await expect(data.actions).toContainText('× 0.5')
  await page.getByRole('button', { name: 'Remove split of WIPRO-EQ' }).click()
  await page.getByRole('button', { name: 'Remove action' }).click()
  await expect(page.getByText('No corporate actions yet')).toBeVisible()
})
