import type { AccountCheck, CheckedAccount, DayComparison } from '@trading-bot/contract/rest/trading/account-checks'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, json, test } from '../fixtures/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(60_000)

const CHECK: AccountCheck = {
  day: '2026-11-16',
  checked_at: '2026-11-16T03:01:00.000Z',
  lines: [
    { code: 'log_in', state: 'ok', text: 'The broker accepted the log-in.' },
    { code: 'funds', state: 'problem', text: '₹12,400 short: ₹87,600 available for bots that may use ₹1,00,000.' },
    { code: 'clock', state: 'ok', text: 'Our clock is 0.2 s behind the broker’s (measured to half a second).' },
    { code: 'feed', state: 'ok', text: 'The price feed is connected.' },
    { code: 'calendar', state: 'ok', text: 'The market calendar is confirmed for today.' },
    { code: 'instruments', state: 'unknown', text: 'Not known: the instrument master could not be read.' },
  ],
}
const DIFFERENT: DayComparison = {
  day: '2026-11-16',
  compared_at: '2026-11-16T10:16:00.000Z',
  result: 'different',
  reason: null,
  lines: [
    { what: 'Shares bought', ours: '10', broker: '10', is_equal: true },
    { what: 'Net result', ours: '₹141.20', broker: '₹140.20', is_equal: false },
  ],
  outside_trades: 1,
}
const user = (number: number) => ({
  id: `0190b5a0-0000-7000-8000-00000000000${number}`,
  username: `trader${number}`,
  email: `trader${number}@example.com`,
})
const ACCOUNTS: CheckedAccount[] = [
  { user: user(1), check: CHECK, comparison: DIFFERENT },
  { user: user(2), check: null, comparison: null },
]

async function mockChecks(page: Page) {
  const asked: string[] = []
  await page.route('**/api/admin/account-checks/**', (route) => {
    asked.push(new URL(route.request().url()).search)
    return route.fulfill(json(200, { day: '2026-11-16', accounts: ACCOUNTS }))
  })
  return asked
}

test('an administrator finds the account checks, with problems first and what is not known apart', async ({
  adminPage: page,
}) => {
  const asked = await mockChecks(page)
  await page.goto('/admin/bots')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Account checks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Checks')
  const first = page.getByRole('region', { name: 'trader1' })
  await expect(first.getByRole('listitem').first()).toHaveText(/Problem: Funds: ₹12,400 short/)
  await expect(first.locator('[data-check="unknown"]')).toHaveText(/Not known: Symbols/)
  await expect(first.getByRole('table', { name: 'Figures that differ' })).toContainText('₹141.20₹140.20')
  await expect(first).toContainText('1 trade was not made by our orders.')
  await expect(page.getByRole('region', { name: 'trader2' })).toContainText('No report of this day yet.')
  await expectNoViolations(page, 'account checks')
  await page.getByLabel('Day').fill('2026-11-13')
  await expect.poll(() => asked).toContain('?day=2026-11-13')
})

test('an owner reads the report on the live account beside the bot', async ({ traderPage: page }) => {
  const equal = { ...DIFFERENT, day: '2026-11-13', result: 'equal', outside_trades: 0 }
  await page.route('**/api/account-checks/', (route) =>
    route.fulfill(json(200, { check: CHECK, comparisons: [DIFFERENT, equal] })),
  )
  await page.goto('/subscriptions')
  const panel = page.getByRole('region', { name: 'Your live account' })
  await expect(panel).toContainText('₹12,400 short')
  await expect(panel).toContainText('Our record differs from the broker’s books.')
  await expect(panel).toContainText('Our record equals the broker’s books.')
  await expectNoViolations(page, 'own account checks')
})
