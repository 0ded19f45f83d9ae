import { loginPage } from '../pages/accounts/login-page.ts'
import { profilePage } from '../pages/accounts/profile-page.ts'
import { shell } from '../pages/platform/shell.ts'
import { expect, expectToastFor, json, pauseClock, installClock, test, toast } from '../fixtures/test.ts'

test('L-01 on a desktop the sidebar is 240 px wide and can be collapsed', async ({ traderPage: page }) => {
  const { sidebar, collapse, expand } = shell(page)
  await page.goto('/pricing')
  await expect(sidebar).toBeVisible()
  expect((await sidebar.boundingBox())?.width).toBe(240)
  await collapse.click()
  await expect(expand).toBeVisible()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(80)
  await expect(sidebar.getByRole('link', { name: 'Credentials' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('L-01 the drawer closes on Escape, on navigation and on a click on the backdrop', async ({
    traderPage: page,
  }) => {
    const { sidebar, drawer, openDrawer } = shell(page)
    await page.goto('/pricing')
    await expect(sidebar).toBeHidden()

    await openDrawer.click()
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()

    await openDrawer.click()
    await drawer.getByRole('link', { name: 'Credentials' }).click()
    await expect(page).toHaveURL('/credentials')
    await expect(drawer).toBeHidden()

    await openDrawer.click()
    await expect(drawer).toBeVisible()
    await page.mouse.click(370, 500)
    await expect(drawer).toBeHidden()
  })

  test('L-02 the drawer shows the user and signs out', async ({ page, person }) => {
    await loginPage(page).open()
    await loginPage(page).signIn(person.username, person.password)
    await shell(page).openDrawer.click()
    await expect(shell(page).drawer).toContainText('Meera Nair')
    await shell(page).drawer.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test('L-02 L-03 a trader sees name, email, Logout and the five pages', async ({ traderPage: page, trader }) => {
  const { sidebar, links, logout } = shell(page)
  await page.goto('/pricing')
  await expect(sidebar).toContainText(`${trader.user.first_name} ${trader.user.last_name}`)
  await expect(sidebar).toContainText(trader.user.email)
  await expect(logout).toBeVisible()
  await expect(sidebar.getByText('Admin', { exact: true })).toHaveCount(0)
  await expect(links).toHaveText(['Dashboard', 'Pricing', 'Subscriptions', 'Credentials', 'Trades & Analytics'])
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['/dashboard', '/pricing', '/subscriptions', '/credentials', '/trades'])
  await expect(shell(page).current).toHaveText('Pricing')
})

test('L-02 L-04 an admin sees the Admin badge and the Admin Panel', async ({ adminPage: page, admin }) => {
  const { sidebar, links, current } = shell(page)
  await page.goto('/admin')
  await expect(sidebar).toContainText(admin.user.email)
  await expect(sidebar.getByText('Admin', { exact: true })).toBeVisible()
  await expect(sidebar.getByText('Admin Panel')).toBeVisible()
  const panel = sidebar.getByRole('region', { name: 'Admin Panel' }).getByRole('link')
  const targets = await panel.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(targets).toEqual([
    '/dashboard',
    '/admin/bots',
    '/admin/subscriptions',
    '/admin/pricing',
    '/admin/ec2',
    '/admin/logs',
    '/admin/trades',
    '/admin/symbol-management',
  ])
  await expect(links.nth(0)).toHaveText('Admin Dashboard')
  await expect(links.nth(4)).toHaveText('EC2 Logs')
  await expect(links.nth(5)).toHaveText('System Logs')
  await expect(current).toHaveText('Admin Dashboard')
})

test('L-05 notifications stack at the top right, twenty at most, each with a close button', async ({ page }) => {
  await installClock(page)
  const login = loginPage(page)
  await login.open()
  await login.submit.waitFor()
  await pauseClock(page)
  for (let count = 0; count < 25; count++) await login.password.press('Enter')
  const toasts = page.locator('[data-kind="error"]')
  await expect(toasts).toHaveCount(20)
  await expect(toasts.getByRole('button', { name: 'Close' })).toHaveCount(20)
  const box = (await toasts.first().boundingBox())!
  expect(box.y).toBeLessThan(40)
  expect(box.x + box.width).toBeGreaterThan(1280 - 40)
  await toasts.first().getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(300)
  // The queued notification takes the free place.
  await expect(toasts).toHaveCount(20)
})

test('L-05 a notification is shown for 5 s by default', async ({ traderPage: page, trader }) => {
  await installClock(page)
  await page.route('**/api/auth/profile/update/', (route) => route.fulfill(json(200, trader.user)))
  const { details, open } = profilePage(page)
  await open()
  await details.save.click()
  await expectToastFor(page, 'Profile updated.', 5)
})

test('L-06 the device vibrates for 200 ms on an error only', async ({ traderPage: page, trader }) => {
  await page.addInitScript(() => {
    const vibrations: unknown[] = []
    Object.assign(window, { vibrations })
    navigator.vibrate = (pattern) => vibrations.push(pattern) > 0
  })
  const vibrations = () => page.evaluate(() => (window as unknown as { vibrations: unknown[] }).vibrations)
  let status = 200
  await page.route('**/api/auth/profile/update/', (route) => route.fulfill(json(status, trader.user)))
  const { details, open } = profilePage(page)
  await open()
  await details.save.click()
  await expect(toast(page, 'Profile updated.')).toBeVisible()
  expect(await vibrations()).toEqual([])
  status = 500
  await details.save.click()
  await expect(toast(page, 'Failed to update profile.')).toBeVisible()
  expect(await vibrations()).toEqual([200])
})

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('L-07 times are shown in Asia/Kolkata', async ({ traderPage: page }) => {
    const device = {
      id: '0190b5a0-0000-7000-8000-000000000001',
      is_current: true,
      device: 'Chrome on Linux',
      address: '127.0.0.1',
      created_at: '2026-01-31T18:29:00.000Z',
      last_used_at: '2026-01-31T20:00:00.000Z',
      expires_at: '2026-03-01T00:00:00.000Z',
    }
    await page.route('**/api/auth/sessions/', (route) => route.fulfill(json(200, [device])))
    await profilePage(page).open()
    await expect(profilePage(page).devices.rows).toContainText('last used 01 Feb 2026, 01:30 · since 31 Jan 2026')
  })
})

test('the chosen theme is kept, and the account menu links to the profile', async ({ traderPage: page }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await shell(page).account.click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
})
