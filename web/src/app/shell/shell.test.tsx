import { logOut } from '@trading-bot/contract/rest/accounts/auth'
import { acceptNotices, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { dismissAccountNotice, listAccountNotices } from '@trading-bot/contract/rest/accounts/security'
import { readNotice } from '@trading-bot/contract/rest/operations/maintenance'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, cutServer, recorded, sentTo } from '../../testing/answers.ts'
import { startClock, stopClock } from '../../testing/clock.ts'
import { button, texts } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
const drawer = page.getByRole('dialog')
const openDrawer = button('Open menu')
const widthOf = (locator: typeof sidebar) => locator.element().getBoundingClientRect().width
const hrefs = (locator: typeof sidebar) => locator.elements().map((link) => link.getAttribute('href'))

afterEach(() => page.viewport(1280, 800))

test('L-01 L-02 L-03 on a desktop a trader’s sidebar is 240 px wide, shows name, email, Logout and the five pages, and can be collapsed', async () => {
  const user = signInAs('trader')
  await visit('/trades')
  await expect.element(sidebar).toHaveTextContent(`Asha Verma${user!.email}`)
  expect(widthOf(sidebar)).toBe(240)
  await expect.element(button('Logout', sidebar)).toBeVisible()
  expect(sidebar.getByText('Admin', { exact: true }).elements()).toEqual([])
  const links = sidebar.getByRole('link')
  expect(texts(links).join()).toBe('Dashboard,Pricing,Subscriptions,Credentials,Trades & Analytics')
  expect(hrefs(links)).toEqual(['/dashboard', '/pricing', '/subscriptions', '/credentials', '/trades'])
  await expect.element(sidebar.css('[aria-current="page"]')).toHaveTextContent('Trades & Analytics')
  await button('Collapse the sidebar').click()
  await expect.element(button('Expand the sidebar')).toBeVisible()
  await expect.poll(() => widthOf(sidebar)).toBeLessThan(80)
  await expect.element(sidebar.getByRole('link', { name: 'Credentials' })).toBeVisible()
})

test('L-01 L-02 on a phone the drawer shows the user, closes on Escape, on navigation and on the backdrop, and signs out', async () => {
  await page.viewport(390, 844)
  signInAs('trader')
  answer(logOut, null)
  await visit('/profile')
  await openDrawer.click()
  await expect.element(drawer).toHaveTextContent('Asha Verma')
  expect(sidebar.elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await openDrawer.click()
  await drawer.getByRole('link', { name: 'Credentials' }).click()
  await expectPath('/credentials')
  await expect.element(drawer).not.toBeInTheDocument()
  await openDrawer.click()
  await expect.element(drawer).toBeVisible()
  await page.css('.mantine-Drawer-overlay').click({ position: { x: 370, y: 500 } })
  await expect.element(drawer).not.toBeInTheDocument()
  await openDrawer.click()
  await button('Logout', drawer).click()
  await expectPath('/login')
})

test('L-02 L-04 an admin sees the Admin badge and the Admin Panel', async () => {
  const user = signInAs('admin')
  await visit('/admin')
  await expect.element(sidebar).toHaveTextContent(user!.email)
  await expect.element(sidebar.getByText('Admin', { exact: true })).toBeVisible()
  const panel = sidebar.getByRole('region', { name: 'Admin Panel' }).getByRole('link')
  const pages = ['bots', 'subscriptions', 'pricing', 'ec2', 'logs', 'trades', 'symbol-management']
  expect(hrefs(panel)).toEqual(['/dashboard', ...pages.map((name) => `/admin/${name}`)])
  expect([0, 4, 5].map((place) => texts(panel)[place])).toEqual(['Admin Dashboard', 'EC2 Logs', 'System Logs'])
  await expect.element(sidebar.css('[aria-current="page"]')).toHaveTextContent('Admin Dashboard')
})

test('L-05 notifications stack at the top right, twenty at most, each with a close button', async () => {
  await visit('/login')
  await page.getByLabelText('Password', { exact: true }).click()
  stopClock()
  await userEvent.keyboard('{Enter}'.repeat(25))
  const toasts = page.css('[data-kind="error"]')
  const close = toasts.getByRole('button', { name: 'Close' })
  await expect.poll(() => close.elements()).toHaveLength(20)
  const { y, right } = toasts.first().element().getBoundingClientRect()
  expect(y).toBeLessThan(40)
  expect(right).toBeGreaterThan(1280 - 40)
  await close.first().click()
  // The queued notification takes the free place.
  await expect.poll(() => close.elements()).toHaveLength(20)
})

test('the chosen theme is kept, and the account menu links everybody to the profile and the guide, an administrator to more', async () => {
  signInAs('trader')
  await visit('/credentials')
  await button('Switch to dark theme').click()
  const scheme = () => document.documentElement.dataset['mantineColorScheme']
  await expect.poll(scheme).toBe('dark')
  await visit('/credentials')
  await expect.element(button('Switch to light theme')).toBeVisible()
  expect(scheme()).toBe('dark')
  await expectMenu({ Profile: '/profile', Help: '/help' })
  signInAs('admin')
  await visit('/admin/guide')
  await expectMenu({ 'Platform settings': '/admin/settings', 'Market calendar': '/admin/calendar' })
  await expectMenu({ Users: '/admin/users', 'Account checks': '/admin/account-checks' })
})

async function expectMenu(places: Record<string, string>) {
  for (const [name, path] of Object.entries(places)) {
    await button('Your account').click()
    const items = page.getByRole('menu').getByRole('menuitem')
    await expect.element(items.first()).toBeVisible()
    expect(items.filter({ hasText: 'Users' }).elements()).toHaveLength(path.startsWith('/admin') ? 1 : 0)
    await items.filter({ hasText: name }).click()
    await expectPath(path)
  }
}

test('a notice of a copied session and changed terms are shown on every screen until they are answered', async () => {
  signInAs('trader')
  const notice = { id: '0190b5a0-0000-7000-8000-000000000001', title: 'A copied session was ended', text: 'Who?' }
  answer(listAccountNotices, [{ ...notice, at: '2026-11-17T18:00:00.000Z' }])
  answer(dismissAccountNotice, () => {
    answer(listAccountNotices, [])
    return null
  })
  answer(listConsents, { given: [], due: [{ notice: 'terms', version: '2026-11-16', is_first: false }] })
  answer(acceptNotices, () => {
    answer(listConsents, { given: [], due: [] })
    return { given: [], due: [] }
  })
  await visit('/credentials')
  const security = page.css('section[aria-label="Security notice"]')
  await expect.element(security).toHaveTextContent('A copied session was ended')
  await button('Dismiss', security).click()
  await expect.element(security).not.toBeInTheDocument()
  expect(sentTo(dismissAccountNotice)).toMatchObject([{ params: { id: notice.id } }])
  const terms = page.css('section[aria-label="Changed terms"]')
  await expect.element(terms).toHaveTextContent('Our terms changed on 16 Nov 2026')
  await button('Accept', terms).click()
  await expect.element(terms).not.toBeInTheDocument()
  expect(sentTo(acceptNotices)[0]?.body).toEqual({ notices: [{ notice: 'terms', version: '2026-11-16' }] })
})

const NETWORK_ERROR = 'Network error. Please check your internet connection.'

test.each([
  ['trader', '/dashboard', 'Error loading dashboard data', null],
  ['trader', '/profile', NETWORK_ERROR, null],
  ['trader', '/pricing', NETWORK_ERROR, 'Failed to load pricing data'],
  ['admin', '/admin', 'Error loading dashboard data', 'Failed to load dashboard data'],
  ['admin', '/admin/bots', NETWORK_ERROR, 'Failed to load bot data'],
  ['admin', '/admin/ec2', NETWORK_ERROR, 'Failed to fetch EC2 instances'],
] as const)('ER-02 a server that does not answer is told to the %s once on %s', async (role, path, text, specified) => {
  signInAs(role)
  cutServer(true)
  await visit(path)
  const alerts = page.getByRole('main').getByRole('alert')
  await expect.element(alerts).toHaveTextContent(text)
  if (specified !== null) await expect.element(toast(specified)).toBeVisible()
  await expect.poll(() => page.css('[aria-busy="true"]').elements()).toEqual([])
  expect(alerts.elements()).toHaveLength(1)
  expect(toast(/./).elements()).toHaveLength(specified === null ? 0 : 1)
})

test('what got no answer is asked for again every ten seconds', async () => {
  startClock()
  signInAs('trader')
  cutServer(true)
  await visit('/profile')
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toHaveTextContent(NETWORK_ERROR)
  cutServer(false)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Signed-in devices' })).toHaveTextContent('This device')
})

test('a phone shows one banner at a time, in one line, the most important first', async () => {
  await page.viewport(390, 844)
  signInAs('trader')
  const notice = { id: '0190b5a0-0000-7000-8000-000000000001', title: 'A copied session was ended', text: 'Who?' }
  answer(listAccountNotices, [{ ...notice, at: '2026-11-17T18:00:00.000Z' }])
  answer(listConsents, { given: [], due: [{ notice: 'terms', version: '2026-11-16', is_first: false }] })
  const window = { id: notice.id, title: 'Upgrade', message: 'We move.', phase: 'planned' as const, is_active: true }
  const hours = { starts_at: '2026-11-18T18:00:00.000Z', ends_at: '2026-11-18T20:00:00.000Z' }
  answer(readNotice, { ...recorded(readNotice), maintenance: { ...window, ...hours } })
  await visit('/credentials')
  const banners = page.css('main section[aria-label].mantine-Alert-root')
  const next = button('Show the next notice')
  await expect.element(next).toHaveTextContent('1 of 3')
  expect(banners.elements().map((banner) => banner.ariaLabel)).toEqual(['Maintenance'])
  expect(banners.element().clientHeight).toBeLessThan(44)
  await next.click()
  await expect.element(banners).toHaveAttribute('aria-label', 'Security notice')
  await next.click()
  await expect.element(banners).toHaveAttribute('aria-label', 'Changed terms')
  await button(/Our terms changed/).click()
  await expect.element(button('Accept', banners)).toBeVisible()
})
