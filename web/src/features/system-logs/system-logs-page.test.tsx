import { listAudit, listLogs, type SystemLog } from '@trading-bot/contract/rest/operations/logs'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { startClock } from '../../testing/clock.ts'
import { button, choose, expectStats, expectTexts } from '../../testing/controls.ts'
import { signInAs, toast, visit } from '../../testing/open-app.tsx'

const id = (number: number) => `01a1dd09-4f97-7ffe-aa39-${String(number).padStart(12, '0')}`
const SUBJECT = { user: { email: 'meera@example.com' }, bot: { name: 'EMA Bot' }, details: { order: 'A-17' } }
const WHAT = { level: 'ERROR', category: 'trading', message: 'The broker refused an order' } as const
const LOG: SystemLog = { id: id(0), created_at: '2026-11-15T03:45:00.000Z', ...WHAT, ...SUBJECT }
const TOTALS = { total: 250, info: 100, success: 60, warning: 40, error: 30, critical: 20 }
const NONE = { total: 0, info: 0, success: 0, warning: 0, error: 0, critical: 0 }
const entries = page.getByRole('list', { name: 'Logs' }).getByRole('listitem')
const audit = page.getByRole('list', { name: 'Audit' }).getByRole('listitem')
const lastQuery = (call: typeof listLogs | typeof listAudit) => Object.fromEntries(sentTo(call).at(-1)?.query ?? [])

beforeEach(() => {
  signInAs('admin')
  answer(listLogs, [LOG], { totals: TOTALS })
})

test('LG-01 LG-02 the page shows five counters and a list with expandable details, which is asked for again on request and every 30 seconds', async () => {
  startClock()
  await visit('/admin/logs')
  await expectStats({ Total: '250', Info: '100', Success: '60', Warning: '40', Error: '50' })
  await expectTexts(entries, LOG.message, 'ERROR', 'trading', '15 Nov 2026, 09:15', 'meera@example.com', 'EMA Bot')
  await expect.element(entries.getByText('A-17')).not.toBeVisible()
  await button('Details', entries).click()
  await expect.element(entries.getByText('A-17')).toBeVisible()
  await expectTexts(page.getByRole('main'), 'Showing 1 of 250 logs', 'Auto-refresh every 30 seconds')
  for (const level of ['Info', 'Success', 'Warning', 'Error', 'Critical']) {
    await choose('Level', level)
    await expect.poll(() => lastQuery(listLogs)['level']).toBe(level.toUpperCase())
  }
  await choose('Level', 'All')
  await expect.element(entries).toBeVisible()
  const before = sentTo(listLogs).length
  await button('Refresh').click()
  await expect.poll(() => sentTo(listLogs)).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sentTo(listLogs)).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => sentTo(listLogs)).toHaveLength(before + 2)
})

test('LG-01 older logs are loaded below the newest; the page says when there are none and when they cannot be loaded', async () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...LOG, id: id(from + at), message: `line ${from + at}` }))
  answer(listLogs, ({ query }) => (query.get('before') ? rows(200, 50) : rows(0, 200)), { totals: TOTALS })
  await visit('/admin/logs')
  await button('Load older logs').click()
  await expect.element(page.getByText('Showing 250 of 250 logs')).toBeVisible()
  expect(lastQuery(listLogs)['before']).toBe(id(199))
  await expect.element(button('Load older logs')).not.toBeInTheDocument()
  answer(listLogs, [], { totals: NONE })
  await visit('/admin/logs')
  await expect.element(page.getByText('No logs found')).toBeVisible()
  refuse(listLogs, 500)
  await visit('/admin/logs')
  await expect.element(toast('Failed to load system logs')).toBeVisible()
})

test('logs and audit are filtered by person, kind, day and words, and the counters follow; the audit shows who changed what', async () => {
  answer(listLogs, ({ query }) => (query.get('search') ? [] : [LOG]), { totals: NONE })
  await visit('/admin/logs?person=meera&page=99')
  await expect.element(entries).toBeVisible()
  expect(lastQuery(listLogs)).toMatchObject({ person: 'meera' })
  await choose('Kind', 'Trading')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like this')
  await expect.element(page.getByText('No line matches these filters.')).toBeVisible()
  expect(lastQuery(listLogs)).toMatchObject({ person: 'meera', category: 'trading', search: 'nothing like this' })
  await expectStats({ Total: '0' })
  const [line] = recorded(listAudit)
  const change = { before: { status: 'active' }, after: { status: 'suspended' } }
  const actor = { id: id(7), email: 'admin@example.com' }
  const suspended = { ...line!, action: 'account.suspended', actor, ...change }
  answer(listAudit, ({ query }) => (query.get('from') ? [] : [suspended]))
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect.poll(() => window.location.search).toContain('view=audit')
  await expect.element(audit).toHaveTextContent(/admin@example\.com .+\..*account\.suspended/)
  await button('What changed', audit).click()
  await expect.element(audit.css('pre').first()).toHaveTextContent(/^(before|after) \{/)
  await page.getByLabelText('From').fill('2030-01-01')
  await expect.element(page.getByText('No line matches these filters.')).toBeVisible()
  expect(lastQuery(listAudit)).toMatchObject({ person: 'meera', from: '2030-01-01' })
})
