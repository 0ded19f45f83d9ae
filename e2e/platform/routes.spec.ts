import { changeRole } from '@trading-bot/contract/rest/accounts/users'
import { sendAs } from '../fixtures/money.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/test.ts'

test('R-02 R-04 R-07 R-09 a visitor must sign in, a forged flag opens nothing, and a role opens the admin pages until it is taken away', async ({
  page,
  person,
  admin,
  request,
}) => {
  await page.goto('/admin/users')
  await expect(page).toHaveURL('/login')
  const asked: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/api/admin/')) asked.push(sent.url())
  })
  await storeSession(page, { ...person, user: { ...person.user, is_admin: true } })
  await page.goto('/admin/users')
  await expect(page).toHaveURL('/dashboard')
  expect(asked).toEqual([])

  const proof = { confirm: person.username, password: 'Admin@1234' }
  const change = (is_admin: boolean) => sendAs(request, admin, changeRole, { id: person.user.id, is_admin, ...proof })
  await change(true)
  await page.goto('/admin/users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await change(false)
  // The next call shows it; the page may have made one by itself already.
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('demo', { timeout: 2_000 }).catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
})
