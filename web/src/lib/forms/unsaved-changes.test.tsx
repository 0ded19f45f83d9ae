import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'

test('a page with changed fields asks before it is left, and not after they are set back', async () => {
  signInAs('admin')
  await visit('/admin/bot-config')
  const period = page.getByRole('textbox', { name: 'EMA Period' })
  await expect.element(period).toBeVisible()
  const before = (period.element() as HTMLInputElement).value
  const away = page.getByRole('link', { name: 'System Logs' })
  await period.fill('77')
  await away.click()
  const asked = page.getByRole('dialog', { name: 'Leave without your changes?' })
  await asked.getByRole('button', { name: 'Keep as it is' }).click()
  await expect.element(period).toHaveValue('77')
  await period.fill(before)
  await away.click()
  await expectPath('/admin/logs')
})
