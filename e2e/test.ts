import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { leaveSession, logInAs, newPerson, type Person, type SignedIn } from './people.ts'

type Fixtures = {
  /** A page on which the demo's trader, or its admin, is signed in. */
  traderPage: Page
  adminPage: Page
  /** A fresh account of the test's own. */
  person: Person
}
type WorkerFixtures = { trader: SignedIn; admin: SignedIn }

export const test = base.extend<Fixtures, WorkerFixtures>({
  trader: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL! })
      await use(await logInAs(request, 'demo', 'Demo@1234'))
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL! })
      await use(await logInAs(request, 'admin', 'Admin@1234'))
    },
    { scope: 'worker' },
  ],
  traderPage: async ({ page, trader }, use) => {
    await leaveSession(page, trader)
    await use(page)
  },
  adminPage: async ({ page, admin }, use) => {
    await leaveSession(page, admin)
    await use(page)
  },
  person: async ({ request }, use) => use(await newPerson(request)),
})

export { expect }

export function toast(page: Page, text: string): Locator {
  return page.locator('[data-kind]', { hasText: text })
}

/**
 * Makes the page's clock ours. Before the first visit; it goes on ticking until it is stopped.
 * Every notification is stamped with the time at which it appeared.
 */
export async function takeClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const shown of document.querySelectorAll<HTMLElement>('[data-kind]:not([data-born])')) {
        shown.dataset['born'] = String(Date.now())
      }
    }).observe(document, { subtree: true, childList: true })
  })
}

/** From here on only the test moves the time. After loading: a page whose clock stands does not load. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await timeOn(page)) + 500)
}

export function timeOn(page: Page): Promise<number> {
  return page.evaluate(() => Date.now())
}

/** Lives for `seconds`, no shorter and no longer. The clock must be ours. */
export async function expectToastFor(page: Page, text: string, seconds: number) {
  const born = Number(await toast(page, text).getAttribute('data-born'))
  await page.clock.pauseAt(born + seconds * 1_000 - 700)
  // Time enough for one that ended too early to be gone.
  await page.clock.runFor(500)
  await expect(toast(page, text)).toBeVisible()
  await page.clock.runFor(700)
  await expect(toast(page, text)).toHaveCount(0)
}

/** An answer the test lets go when it has seen enough. */
export function hold() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release: () => release() }
}

export function json(status: number, body: unknown) {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}
