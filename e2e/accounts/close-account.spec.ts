import { readFile } from 'node:fs/promises'
import { buy } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test, toast } from '../fixtures/test.ts'

test('a user downloads the account’s data and closes the account', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  await page.goto('/profile')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('trading-bot-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { profile: { email: string }[] }
  expect(data.profile[0]?.email).toBe(person.email)

  await page.getByRole('button', { name: 'Close account' }).click()
  const form = page.getByRole('form', { name: 'Close account' })
  await form.getByLabel('Current password').fill(person.password)
  await form.getByLabel('Type CLOSE to confirm').fill('CLOSE')
  await form.getByRole('button', { name: 'Close account' }).click()
  await expect(toast(page, 'Your account is closed.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
