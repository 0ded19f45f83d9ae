// Every screen, and what opens on the main ones, in both themes and at both widths.
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, test } from '../fixtures/test.ts'

/** An address, and the button to press there, if any. */
type Place = readonly [path: string, press?: string]

const VISITOR: readonly Place[] = [
  ['/login', 'Sign in'],
  ['/register', 'Create account'],
  ['/forgot-password'],
  ['/reset-password?token=abc'],
  ['/terms'],
  ['/help'],
]
const TRADER: readonly Place[] = [
  ['/dashboard'],
  ['/subscriptions'],
  ['/pricing'],
  ['/pricing', 'Cancel Subscription'],
  ['/bot-subscriptions'],
  ['/try-on-history'],
  ['/credentials'],
  ['/trades'],
  ['/trades?view=performance'],
  ['/trades?view=real-time'],
  ['/profile'],
]
const ADMIN: readonly Place[] = [
  ['/admin'],
  ['/admin/bot-code'],
  ['/admin/subscriptions'],
  ['/admin/refunds'],
  ['/admin/pricing'],
  ['/admin/pricing/regular'],
  ['/admin/bot-config'],
  ['/admin/logs'],
  ['/admin/users'],
  ['/admin/user-bots'],
  ['/admin/ec2'],
  ['/admin/settings'],
  ['/admin/bots'],
  ['/admin/symbol-management'],
  ['/admin/calendar'],
  ['/admin/market-data'],
  ['/admin/account-checks'],
  ['/admin/algos'],
  ['/admin/guide'],
]
// A crawl of ten screens, each looked at twice.
test.setTimeout(120_000)

test('screens of visitors have no accessibility violations', ({ page }) => crawl(page, VISITOR))
test('screens of traders have no accessibility violations', ({ traderPage }) => crawl(traderPage, TRADER))
test('screens of the business have no accessibility violations', ({ adminPage }) =>
  crawl(adminPage, ADMIN.slice(0, 10)))
test('screens of operations have no accessibility violations', ({ adminPage }) => crawl(adminPage, ADMIN.slice(10)))

async function crawl(page: Page, places: readonly Place[]) {
  for (const [path, press] of places) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (press) await page.getByRole('button', { name: press }).first().click()
    await expectNoViolations(page, path)
  }
}
