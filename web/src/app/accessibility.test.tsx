// Every screen, and the dialogs of the main flows, in both themes and at both widths.
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '../testing/answers.ts'
import { signInAs, visit } from '../testing/open-app.tsx'

type Open = () => Promise<void>
type Place = readonly [path: string, open?: Open]

const press =
  (...names: (string | RegExp)[]): Open =>
  async () => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }

const PLACES: Readonly<Record<Role, readonly Place[]>> = {
  visitor: [
    ['/login'],
    ['/login', press('Sign in')],
    ['/register'],
    ['/register', press('Create account')],
    ['/forgot-password'],
    ['/reset-password?token=abc'],
    ['/terms'],
    ['/privacy'],
    ['/refunds'],
    ['/risk'],
    ['/help'],
  ],
  trader: [
    ['/dashboard'],
    ['/subscriptions'],
    ['/subscriptions', press('Configure')],
    ['/pricing'],
    ['/pricing', press('Cancel Subscription')],
    ['/bot-subscriptions'],
    ['/try-on-history'],
    ['/credentials'],
    ['/credentials', press(/^(Save|Update) Credentials$/)],
    ['/upgrade-downgrade'],
    ['/trades'],
    ['/profile'],
    ['/profile', press('Sign out everywhere')],
  ],
  admin: [
    ['/admin'],
    ['/admin/bot-code'],
    ['/admin/subscriptions'],
    ['/admin/refunds'],
    ['/admin/pricing'],
    ['/admin/pricing', press('Create Bot Plan')],
    ['/admin/pricing/regular'],
    ['/admin/bot-config'],
    ['/admin/logs'],
    ['/admin/users'],
    ['/admin/user-bots'],
    ['/admin/ec2'],
    ['/admin/settings'],
    ['/admin/bots'],
    ['/admin/bots', press('Create New Bot')],
    ['/admin/trades'],
    ['/admin/symbol-management'],
    ['/admin/calendar'],
    ['/admin/market-data'],
    ['/admin/account-checks'],
    ['/admin/algos'],
    ['/admin/guide'],
  ],
}
const DESKTOP = [1280, 800] as const
const PHONE = [390, 844] as const
const COLOURS = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }

afterEach(() => page.viewport(...DESKTOP))

const all = Object.entries(PLACES).flatMap(([role, places]) =>
  places.map(([path, open]) => ({ role: role as Role, path, open, state: open ? ', with its dialog or errors' : '' })),
)

test.for(all)('$role: $path$state has no accessibility violation, light and dark, wide and narrow', async (place) => {
  signInAs(place.role)
  await visit(place.path)
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await place.open?.()
  const found: string[] = []
  for (const size of [DESKTOP, PHONE]) {
    await page.viewport(...size)
    await paint('light')
    found.push(...(await violations('light', size)))
    await paint('dark')
    found.push(...(await violations('dark', size, COLOURS)))
  }
  expect(found).toEqual([])
})

/** In its final colours: loaders have gone, and no transition is under way. */
async function paint(scheme: 'light' | 'dark'): Promise<void> {
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  await expect.poll(() => document.querySelectorAll('[aria-busy="true"], .mantine-Skeleton-root').length).toBe(0)
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0)))
}

/** All rules run in the light theme; the dark theme differs only in its colours. */
async function violations(scheme: string, [width]: readonly [number, number], options: axe.RunOptions = {}) {
  const report = await axe.run(document, { ...options, resultTypes: ['violations'], iframes: false })
  return report.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${scheme}, ${width} px: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  )
}
