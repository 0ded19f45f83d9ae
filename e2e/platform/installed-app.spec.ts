import { expect, test } from '../fixtures/test.ts'
import { dashboardPage } from '../pages/trading/dashboard-page.ts'

test.use({ serviceWorkers: 'allow' })

test('the product can be installed: its manifest names a start page and icons that exist', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const reply = await request.get(href!)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await reply.json()) as {
    start_url: string
    display: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, sizes } of manifest.icons) {
    const width = await page.evaluate(
      async (url) => (await createImageBitmap(await (await fetch(url)).blob())).width,
      src,
    )
    expect(`${width}x${width}`).toBe(sizes)
  }
})

test('without a connection a page of our own appears, and nothing private is ever cached', async ({
  traderPage: page,
  context,
}) => {
  const { heading, open } = dashboardPage(page)
  await open()
  await expect(heading).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await open()
  await expect(heading).toBeVisible()
  const cached = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.toSorted()).toEqual(['/favicon.svg', '/offline.css', '/offline.html'])
  await context.setOffline(true)
  await open()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading).toBeVisible()
})
