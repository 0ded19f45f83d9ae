import { expect, json, test } from '../fixtures/test.ts'

const NOTICES = [
  ['/terms', 'Terms of use'],
  ['/privacy', 'Privacy notice'],
  ['/refunds', 'Refund policy'],
  ['/risk', 'Risk disclosure'],
] as const

test('the notices are readable signed out, with the grievance contact, and linked from the account pages', async ({
  page,
}) => {
  for (const [path, title] of NOTICES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Contact' })).toContainText('Grievance officer')
  }
  await page.goto('/login')
  await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByText('Deleted 365 days after the session ended.')).toBeVisible()
})

test('the registration form says what it accepts, and its links keep what was typed', async ({ page, context }) => {
  await page.goto('/register')
  await page.getByLabel('First name').fill('Meera')
  const opened = context.waitForEvent('page')
  await page.getByRole('form').getByRole('link', { name: 'Terms of use' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Meera')
})

test('a changed notice is asked for on every screen until it is accepted', async ({ traderPage: page }) => {
  const due = [{ notice: 'terms', version: '2026-11-16', is_first: false }]
  let isAccepted = false
  await page.route('**/api/auth/consents/', (route) => {
    if (route.request().method() === 'POST') isAccepted = true
    return route.fulfill(json(200, { given: [], due: isAccepted ? [] : due }))
  })
  await page.goto('/dashboard')
  const banner = page.getByRole('alert').filter({ hasText: 'Our terms changed' })
  await expect(banner).toContainText('Our terms changed on 16 Nov 2026')
  await banner.getByRole('button', { name: 'Accept' }).click()
  await expect(banner).toBeHidden()
})
