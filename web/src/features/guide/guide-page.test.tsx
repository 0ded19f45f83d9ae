import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInAs, visit } from '../../testing/open-app.tsx'

test('the guide for authors is in the navigation, and its examples can be copied', async () => {
  signInAs('admin')
  await visit('/admin/bot-code')
  await page.getByRole('main').getByRole('link', { name: 'Author’s Guide' }).click()
  await expect.element(page.getByRole('heading', { name: 'Author’s Guide' })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: /opening-range/ }).click()
  await expect.element(page.getByRole('heading', { name: 'An opening-range breakout with VWAP' })).toBeInViewport()
  await expect
    .element(page.getByRole('article'))
    .toHaveTextContent('minutes = parameter("opening_minutes", 15, min=5, max=60')
})
