import type { Page } from '@playwright/test'
import { takePictures } from '../fixtures/pictures.ts'
import { systemLogsPage } from '../pages/admin/system-logs-page.ts'
import { expect, json, pauseClock, installClock, test, toast } from '../fixtures/test.ts'

const LOG = {
  id: '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2',
  level: 'ERROR',
  category: 'trading',
  message: 'The broker refused an order',
  created_at: '2026-11-15T03:45:00.000Z',
  user: { email: 'meera@example.com' },
  bot: { name: 'EMA Bot' },
  details: { order: 'A-17' },
}
const TOTALS = { total: 250, info: 100, success: 60, warning: 40, error: 30, critical: 20 }

async function serveLogs(page: Page, answer: (query: URLSearchParams) => object[]) {
  const requests: URLSearchParams[] = []
  await page.route('**/api/admin/logs/**', (route) => {
    const query = new URL(route.request().url()).searchParams
    requests.push(query)
    return route.fulfill({ ...json(200, answer(query)), headers: { 'x-totals': JSON.stringify(TOTALS) } })
  })
  return requests
}

test('LG-01 the page shows five counters and a list with badges, India time, user, bot and expandable details', async ({
  adminPage: page,
}) => {
  await serveLogs(page, () => [LOG])
  const logs = systemLogsPage(page)
  await logs.open()
  for (const [label, value] of [
    ['Total', '250'],
    ['Info', '100'],
    ['Success', '60'],
    ['Warning', '40'],
    ['Error', '50'],
  ] as const) {
    await expect(logs.stat(label)).toContainText(value)
  }
  const entry = logs.entries.first()
  for (const text of [
    'The broker refused an order',
    'ERROR',
    'trading',
    '15 Nov 2026, 09:15',
    'meera@example.com',
    'EMA Bot',
  ]) {
    await expect(entry).toContainText(text)
  }
  await expect(entry.getByText('A-17')).toBeHidden()
  await entry.getByRole('button', { name: 'Details' }).click()
  await expect(entry.getByText('A-17')).toBeVisible()
  await expect(page.getByText('Showing 1 of 250 logs')).toBeVisible()
  await expect(page.getByText('Auto-refresh every 30 seconds')).toBeVisible()
})

test('LG-01 LG-02 the level filter requests the level, and Refresh loads again', async ({ adminPage: page }) => {
  const requests = await serveLogs(page, () => [LOG])
  const logs = systemLogsPage(page)
  await logs.open()
  for (const level of ['Info', 'Success', 'Warning', 'Error', 'Critical']) {
    await logs.level(level)
    await expect.poll(() => requests.at(-1)?.get('level')).toBe(level.toUpperCase())
  }
  await logs.level('All')
  await expect(logs.entries).toHaveCount(1)
  const before = requests.length
  await logs.refresh.click()
  await expect.poll(() => requests.length).toBe(before + 1)
})

test('LG-02 the list refreshes itself every 30 seconds', async ({ adminPage: page }) => {
  await installClock(page)
  // The page's own time of every request, because a busy machine delivers a request late.
  await page.addInitScript(() => {
    const send = window.fetch
    const times: number[] = []
    Object.assign(window, { logRequests: times })
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes('/logs/')) times.push(Date.now())
      return send(input, init)
    }
  })
  const times = () => page.evaluate(() => (window as unknown as { logRequests: number[] }).logRequests)
  await serveLogs(page, () => [LOG])
  await systemLogsPage(page).open()
  await expect(systemLogsPage(page).entries).toHaveCount(1)
  await pauseClock(page)
  const loaded = (await times()).length
  while ((await times()).length < loaded + 2) await page.clock.runFor(1_000)
  const [first = 0, second = 0] = (await times()).slice(loaded)
  expect(second - first).toBeGreaterThanOrEqual(30_000)
  // The 30 seconds begin with the answer, which takes up to two steps of the clock.
  expect(second - first).toBeLessThan(33_000)
})

test('LG-01 older logs are loaded below the newest', async ({ adminPage: page }) => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...LOG, id: `id-${from + at}`, message: `line ${from + at}` }))
  const requests = await serveLogs(page, (query) => (query.get('before') ? rows(200, 50) : rows(0, 200)))
  const logs = systemLogsPage(page)
  await logs.open()
  await page.getByRole('button', { name: 'Load older logs' }).click()
  await expect(page.getByText('Showing 250 of 250 logs')).toBeVisible()
  expect(requests.at(-1)?.get('before')).toBe('id-199')
  await expect(page.getByRole('button', { name: 'Load older logs' })).toHaveCount(0)
})

test('LG-01 the page says when there are no logs and when they cannot be loaded', async ({ adminPage: page }) => {
  await serveLogs(page, () => [])
  await systemLogsPage(page).open()
  await expect(page.getByText('No logs found')).toBeVisible()
  await page.route('**/api/admin/logs/**', (route) => route.fulfill(json(500, {})))
  await systemLogsPage(page).open()
  await expect(toast(page, 'Failed to load system logs')).toBeVisible()
})

test('the audit shows actor, action and subject', async ({ adminPage: page }) => {
  const logs = systemLogsPage(page)
  await logs.open()
  await logs.auditTab.click()
  await expect(page).toHaveURL(/view=audit/)
  // Who did what, in a sentence, and the action's name below it.
  await expect(logs.audit.first()).toContainText(/(@|The platform ).+\./)
  await expect(logs.audit.first()).toContainText(/\w+\.[\w-]+/)
  const change = logs.audit.filter({ has: page.getByRole('button', { name: 'What changed' }) }).first()
  await change.getByRole('button', { name: 'What changed' }).click()
  await expect(change.locator('pre').first()).toContainText(/^(before|after) \{/)
})

test('logs and audit are filtered by person, kind, day and words, and the counters follow', async ({
  adminPage: page,
  person,
}) => {
  const logs = systemLogsPage(page)
  await logs.open(`?person=${person.username}`)
  await expect(logs.entries).toHaveCount(1)
  await expect(logs.stat('Total')).toContainText('1')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
  await expect(page.getByText('No line matches these filters.')).toBeVisible()
  await expect(logs.stat('Total')).toContainText('0')
  await logs.open(`?view=audit&person=${person.email}`)
  await expect(logs.audit.first()).toContainText(`${person.email} `)
  await expect(logs.audit.last()).toContainText(`${person.email} registered.`)
  await takePictures(page, 'audit')
  await page.getByLabel('From').fill('2030-01-01')
  await expect(page.getByText('No line matches these filters.')).toBeVisible()
  await logs.open('?page=99')
  await expect(logs.entries.first()).toBeVisible()
  await takePictures(page, 'logs')
})
