import { adminPlansPage } from '../pages/admin/admin-plans-page.ts'
import { expect, test } from '../fixtures/test.ts'

test('a dialog with typed fields asks before Escape or its cross discard them', async ({ adminPage: page }) => {
  const plans = adminPlansPage(page)
  await plans.open()
  await plans.create.click()
  const dialog = page.getByRole('dialog', { name: 'Create Bot Subscription Plan' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await plans.create.click()
  const name = dialog.getByRole('textbox', { name: 'Name' }).first()
  await name.fill('Half a plan')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(asked).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(name).toHaveValue('Half a plan')
  await dialog.getByRole('banner').or(dialog.locator('header')).getByRole('button').click()
  await asked.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
})
