import { expect, test, toast } from '../fixtures/test.ts'

test('a deployed bot is sold in three clicks: Sell, the price, Create Plan', async ({ adminPage: page }) => {
  await page.goto('/admin/bots')
  await page.getByRole('link', { name: 'Sell MACD Bot' }).click()
  const form = page.getByRole('dialog', { name: 'Sell MACD Bot' })
  await expect(form.getByRole('textbox', { name: 'Plan Name' })).toHaveValue('MACD Bot')
  await expect(form.getByRole('combobox', { name: 'Bot', exact: true })).toHaveValue('MACD Bot')
  const name = `MACD sold ${Date.now()}`
  await form.getByRole('textbox', { name: 'Plan Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Price per Month' }).fill('799')
  // Not on offer, because other tests count what is.
  await form.getByRole('checkbox', { name: 'On offer' }).uncheck()
  await form.getByRole('button', { name: 'Create Plan' }).click()
  await expect(toast(page, 'Bot subscription plan created successfully!')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('MACD Bot')
  await expect(page).toHaveURL('/admin/pricing')
})

test('a regular plan is created off offer, changed and deleted', async ({ adminPage: page }) => {
  await page.goto('/admin/pricing/regular')
  await page.getByRole('button', { name: 'Create Plan' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create Plan' }).click()
  await expect(form.getByText('Plan name is required')).toBeVisible()
  await expect(form.getByText('Price must be at least ₹1')).toBeVisible()
  const name = `Regular ${Date.now()}`
  await form.getByRole('textbox', { name: 'Plan Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Price per Month' }).fill('1499.50')
  await form.getByRole('checkbox', { name: 'On offer' }).uncheck()
  await form.getByRole('button', { name: 'Create Plan' }).click()
  await expect(toast(page, `${name} was created.`)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('₹1,499.50')
  await expect(row.getByRole('switch')).not.toBeChecked()
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Price per Month' }).fill('1600')
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, `${name} was saved.`)).toBeVisible()
  await expect(row).toContainText('₹1,600.00')
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete plan' }).click()
  await expect(row).toHaveCount(0)
})

test('symbols are switched off together; a traded symbol’s token is confirmed by its name', async ({
  adminPage: page,
}) => {
  await page.goto('/admin/symbol-management?search=SBIN')
  const row = page.getByRole('row').filter({ hasText: 'SBIN-EQ' })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Change the token of SBIN-EQ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the token of SBIN-EQ' })
  await dialog.getByRole('textbox', { name: 'New token' }).fill('3045999')
  await expect(dialog.getByRole('button', { name: 'Change token' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type SBIN-EQ to confirm' }).fill('SBIN-EQ')
  await expect(dialog.getByRole('button', { name: 'Change token' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await row.getByRole('checkbox', { name: 'Choose SBIN-EQ' }).check()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('dialog')).toContainText('Running bots trade SBIN-EQ')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as it is' }).click()
  await expect(row.getByRole('switch')).toBeChecked()
})
