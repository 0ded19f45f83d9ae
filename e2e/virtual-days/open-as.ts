import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { relog } from '../../server/src/testing/test-accounts.ts'
import type { TestServer } from '../../server/src/testing/test-server.ts'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** A page of somebody who signs in now, in a browser whose clock shows the server's day. */
export async function openAs(browser: Browser, server: TestServer, token: string, address: string): Promise<Page> {
  const access = await relog(server, token)
  const profile = (await server.call(readProfile, {}, access)).body
  const session = { access_token: access, user: JSON.stringify(profile), remember_me: 'false' }
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage }] }
  const page = await browser.newPage({ baseURL: server.url, reducedMotion: 'reduce', storageState })
  await page.clock.setFixedTime(server.deps.clock.now())
  await page.goto(address)
  return page
}

export async function shows(part: Locator, ...expected: string[]): Promise<void> {
  for (const text of expected) await part.filter({ hasText: text }).first().waitFor({ timeout: 7_000 })
}
