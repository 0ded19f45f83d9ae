import { expect, test } from '../fixtures/test.ts'
import { loginPage } from '../pages/accounts/login-page.ts'

test('before its scripts arrive the product shows its name, in the colours of its pages', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.goto('/login', { waitUntil: 'commit' })
  const name = page.locator('.first-paint')
  await expect(name).toHaveText('Trading Bot')
  await expect(name).toHaveCSS('opacity', '1')
  const before = await background()
  release()
  await expect(loginPage(page).username).toBeVisible()
  await expect(name).toHaveCount(0)
  expect(await background()).toBe(before)
})
