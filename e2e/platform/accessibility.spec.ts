// Every screen, and what opens on the main ones, in both themes and at both widths.
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { expect, test } from '../fixtures/test.ts'

/** An address, and the button or tab to press there, if any. */
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
  ['/how-it-decides/type/ema_strategy'],
  ['/credentials'],
  ['/trades'],
  ['/trades', 'Performance'],
  ['/trades', 'Real-Time'],
  ['/profile'],
  ['/complaints'],
]
const ADMIN: readonly Place[] = [
  ['/admin'],
  ['/admin/bot-code'],
  ['/admin/subscriptions'],
  ['/admin/refunds'],
  ['/admin/business'],
  ['/admin/coupons'],
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
  ['/admin/compliance'],
  ['/admin/compliance', 'Hosting'],
  ['/admin/compliance', 'Complaints'],
  ['/admin/compliance', 'Exports'],
  ['/admin/guide'],
]
// A crawl of ten screens, each looked at twice.
test.setTimeout(120_000)

test('screens of visitors have no accessibility violations', ({ page }) => crawl(page, VISITOR))
test('screens of traders have no accessibility violations', ({ traderPage }) => crawl(traderPage, TRADER))
test('screens of the business have no accessibility violations', ({ adminPage }) =>
  crawl(adminPage, ADMIN.slice(0, 10)))
test('screens of operations have no accessibility violations', ({ adminPage }) => crawl(adminPage, ADMIN.slice(10)))

/** Loads the product once and goes on within it, as a visitor does: loading it for each screen took as long as looking. */
async function crawl(page: Page, places: readonly Place[]) {
  for (const [path, press] of places) {
    if (path !== new URL(page.url()).pathname) await goTo(page, path)
    if (press)
      await page
        .getByRole('button', { name: press })
        .or(page.getByRole('tab', { name: press }))
        .first()
        .click()
    await expectNoViolations(page, path)
  }
}

async function goTo(page: Page, path: string) {
  const title = await page.title()
  if (title === '') await page.goto(path)
  else
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await expect(page).not.toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
