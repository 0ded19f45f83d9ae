import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { visit } from '../../testing/open-app.tsx'

test('the guide is readable signed out, and every picture is there', async () => {
  await visit('/help')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  const pictures = page.getByRole('main').getByRole('img').elements() as HTMLImageElement[]
  expect(pictures).toHaveLength(6)
  for (const picture of pictures) {
    picture.scrollIntoView()
    await expect.poll(() => picture.naturalWidth).toBeGreaterThan(0)
  }
})
