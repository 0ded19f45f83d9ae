import { logOut } from '@trading-bot/contract/rest/accounts/auth'
import { acceptNotices, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { dismissAccountNotice, listAccountNotices } from '@trading-bot/contract/rest/accounts/security'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentTo } from '../../testing/answers.ts'
import { stopClock } from '../../testing/clock.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'

const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
const drawer = page.getByRole('dialog')
const openDrawer = page.getByRole('button', { name: 'Open menu' })
const widthOf = (locator: typeof sidebar) => locator.element().getBoundingClientRect().width
const hrefs = (locator: typeof sidebar) => locator.elements().map((link) => link.getAttribute('href'))

afterEach(() => page.viewport(1280, 800))

test('L-01 on a desktop the sidebar is 240 px wide and can be collapsed', async () => {
  signInAs('trader')
  await visit('/profile')
  await expect.element(sidebar).toBeVisible()
  expect(widthOf(sidebar)).toBe(240)
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await expect.element(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
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
  await drawer.getByRole('button', { name: 'Logout' }).click()
  await expectPath('/login')
})

test('L-02 L-03 a trader sees name, email, Logout and the five pages', async () => {
  const user = signInAs('trader')
  await visit('/trades')
  await expect.element(sidebar).toHaveTextContent(`Asha Verma${user!.email}`)
  await expect.element(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(sidebar.getByText('Admin', { exact: true }).elements()).toEqual([])
  const links = sidebar.getByRole('link')
  expect(links.elements().map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Pricing',
    'Subscriptions',
    'Credentials',
    'Trades & Analytics',
  ])
  expect(hrefs(links)).toEqual(['/dashboard', '/pricing', '/subscriptions', '/credentials', '/trades'])
  await expect.element(sidebar.css('[aria-current="page"]')).toHaveTextContent('Trades & Analytics')
})

test('L-02 L-04 an admin sees the Admin badge and the Admin Panel', async () => {
  const user = signInAs('admin')
  await visit('/admin')
  await expect.element(sidebar).toHaveTextContent(user!.email)
  await expect.element(sidebar.getByText('Admin', { exact: true })).toBeVisible()
  const panel = sidebar.getByRole('region', { name: 'Admin Panel' }).getByRole('link')
  expect(hrefs(panel)).toEqual([
    '/dashboard',
    '/admin/bots',
    '/admin/subscriptions',
    '/admin/pricing',
    '/admin/ec2',
    '/admin/logs',
    '/admin/trades',
    '/admin/symbol-management',
  ])
  expect([0, 4, 5].map((place) => panel.elements()[place]?.textContent)).toEqual([
    'Admin Dashboard',
    'EC2 Logs',
    'System Logs',
  ])
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

test('the chosen theme is kept, and the account menu links to the profile and the guide', async () => {
  signInAs('trader')
  await visit('/credentials')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const scheme = () => document.documentElement.dataset['mantineColorScheme']
  await expect.poll(scheme).toBe('dark')
  await visit('/credentials')
  await expect.element(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  expect(scheme()).toBe('dark')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expectPath('/profile')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await expectPath('/help')
})

test('the owner of a copied session sees a notice on every screen until it is dismissed', async () => {
  signInAs('trader')
  const notice = { id: '0190b5a0-0000-7000-8000-000000000001', title: 'A copied session was ended', text: 'Who?' }
  answer(listAccountNotices, [{ ...notice, at: '2026-11-17T18:00:00.000Z' }])
  answer(dismissAccountNotice, () => {
    answer(listAccountNotices, [])
    return null
  })
  await visit('/credentials')
  const shown = page.css('section[aria-label="Security notice"]')
  await expect.element(shown).toHaveTextContent('A copied session was ended')
  await shown.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(shown).not.toBeInTheDocument()
  expect(sentTo(dismissAccountNotice)).toMatchObject([{ params: { id: notice.id } }])
})

test('a changed notice is asked for on every screen until it is accepted', async () => {
  signInAs('trader')
  const due = { notice: 'terms', version: '2026-11-16', is_first: false } as const
  answer(listConsents, { given: [], due: [due] })
  answer(acceptNotices, () => {
    answer(listConsents, { given: [], due: [] })
    return { given: [], due: [] }
  })
  await visit('/credentials')
  const banner = page.css('section[aria-label="Changed terms"]')
  await expect.element(banner).toHaveTextContent('Our terms changed on 16 Nov 2026')
  await banner.getByRole('button', { name: 'Accept' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  expect(sentTo(acceptNotices)[0]?.body).toEqual({ notices: [{ notice: 'terms', version: '2026-11-16' }] })
})
