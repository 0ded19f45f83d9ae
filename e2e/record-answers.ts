// npm run record-answers: what the demo answers to the screens, for the component tests (web/src/testing/recorded).
// Needs a running product: BASE_URL=http://localhost:3000 npm run record-answers
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const BASE = process.env['BASE_URL'] ?? 'http://localhost:3000'
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell'

const ROLES = [
  { role: 'visitor', paths: ['/login', '/register', '/terms', '/help'] },
  { role: 'trader', username: 'demo', password: 'Demo@1234', paths: pathsGuardedBy(['userOnly', 'signedIn']) },
  { role: 'admin', username: 'admin', password: 'Admin@1234', paths: pathsGuardedBy(['adminOnly', 'signedIn']) },
]

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
for (const { role, username, password, paths } of ROLES) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 2000 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  if (username) await signIn(page, { username, password })
  const answers = new Map<string, string>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    const isAnswer = pathname.startsWith('/api/') && response.request().method() === 'GET' && response.ok()
    if (!isAnswer || !response.headers()['content-type']?.includes('json')) return
    const totals = response.headers()['x-totals']
    const answer = { body: await response.json(), ...(totals && { totals: JSON.parse(totals) }) }
    // The first answer of an address: later ones are filtered or sorted.
    const address = pathname.slice('/api'.length)
    if (!answers.has(address)) answers.set(address, `    ${JSON.stringify(address)}: ${JSON.stringify(answer)}`)
  })
  for (const each of paths) {
    await page.goto(`${BASE}${each}`)
    await page.waitForLoadState('networkidle')
    for (const tab of await page.getByRole('tab').all())
      await tab.click().then(() => page.waitForLoadState('networkidle'))
  }
  // One line an answer, so that a difference can be read.
  const text = `{\n  "recorded_at": "${new Date().toISOString()}",\n  "answers": {\n${[...answers.values()].join(',\n')}\n  }\n}\n`
  fs.writeFileSync(path.join(root, `web/src/testing/recorded/${role}.json`), text)
  console.log(`${role}: ${answers.size} answers`)
  await context.close()
}
await browser.close()

/** The addresses without parameters, as the product's own table of routes has them. */
function pathsGuardedBy(guards: readonly string[]): string[] {
  const routes = fs.readFileSync(path.join(root, 'web/src/app/routes.tsx'), 'utf8')
  const found = [...routes.matchAll(/screen\((\w+), '([^'$]+)'/g)]
  return found.flatMap(([, guard, each]) => (guards.includes(String(guard)) ? [String(each)] : []))
}

async function signIn(page: Page, who: object): Promise<void> {
  const reply = await page.request.post(`${BASE}/api/auth/login/`, { data: who })
  const { access, refresh, user } = await reply.json()
  await page.goto(`${BASE}/favicon.svg`)
  await page.evaluate((stored) => Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)), {
    access_token: access,
    refresh_token: refresh,
    user: JSON.stringify(user),
    remember_me: 'false',
  })
}
