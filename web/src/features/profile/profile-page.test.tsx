import { changePassword, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { endAllSessions, endSession, listSessions } from '@trading-bot/contract/rest/accounts/security'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { expectToastFor, stopClock } from '../../testing/clock.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const form = page.getByRole('form', { name: 'Your details' })
const phone = form.getByLabelText('Phone number')
const save = form.getByRole('button', { name: 'Save details' })
const current = page.getByLabelText('Current password')
const next = page.getByLabelText('New password', { exact: true })
const change = page.getByRole('button', { name: 'Change password' })
const devices = page.getByRole('region', { name: 'Signed-in devices' })
const rows = devices.getByRole('listitem')

async function open() {
  const user = signInAs('trader')
  answer(updateProfile, ({ body }) => ({ ...user!, ...(body as object), gstin: null, gst_state: null }))
  await visit('/profile')
  await expect.element(save).toBeVisible()
}

test('AU-18 the details are saved, and the name in the sidebar changes', async () => {
  await open()
  await form.getByLabelText('First name').fill('Anjali')
  await form.getByLabelText('State (for GST invoices)').selectOptions('Karnataka')
  await phone.fill('12x')
  await save.click()
  await expect.element(phone).toHaveAccessibleDescription('Please enter a valid phone number')
  await phone.fill('+91 90000 00001')
  await save.click()
  await expect.element(toast('Profile updated.')).toBeVisible()
  const sent = { first_name: 'Anjali', phone_number: '+91 90000 00001', gst_state: '29' }
  expect(sentTo(updateProfile)).toMatchObject([{ body: sent }])
  await expect.element(page.getByRole('navigation', { name: 'Sidebar' })).toHaveTextContent('Anjali Verma')
})

test('AU-18 L-06 a failed update shows the detail, otherwise its own text, and only an error vibrates', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  await open()
  await save.click()
  await expect.element(toast('Profile updated.')).toBeVisible()
  expect(vibrate).not.toHaveBeenCalled()
  for (const [body, text] of [
    [{ detail: 'Not today.' }, 'Not today.'],
    [{}, 'Failed to update profile.'],
  ] as const) {
    refuse(updateProfile, 400, body)
    await save.click()
    await expect.element(toast(text)).toBeVisible()
  }
  expect(vibrate.mock.calls).toEqual([[200], [200]])
  vibrate.mockRestore()
})

test('L-05 a notification is shown for 5 s by default', async () => {
  await open()
  stopClock()
  await save.click()
  await expectToastFor('Profile updated.', 5)
})

async function typePassword() {
  await current.fill('Wrong1234')
  await next.fill('Changed123')
  await page.getByLabelText('Confirm new password').fill('Changed123')
  await change.click()
}

test('AU-18 a changed password is said, and the devices are read again', async () => {
  await open()
  answer(changePassword, { message: 'Done', access: 'a2', refresh: 'r2' })
  answer(listSessions, recorded(listSessions).slice(0, 1))
  await typePassword()
  await expect.element(toast('Password changed. Every other device has been signed out.')).toBeVisible()
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await expect.element(current).toHaveValue('')
  expect(localStorage.getItem('refresh_token')).toBe('r2')
})

test('AU-18 a failed password change shows the detail, otherwise its own text', async () => {
  await open()
  refuse(changePassword, 400, {
    detail: 'Your current password is not right.',
    old_password: ['Your current password is not right.'],
  })
  await typePassword()
  await expect.element(toast('Your current password is not right.')).toBeVisible()
  await expect.element(current).toHaveAttribute('aria-invalid', 'true')
  await expect.element(next).toHaveValue('Changed123')
  refuse(changePassword, 500)
  await change.click()
  await expect.element(toast('Failed to change password.')).toBeVisible()
})

test('L-07 one device is signed out, then all devices; times are those of India', async () => {
  await open()
  const [own, other] = recorded(listSessions)
  answer(listSessions, [own!])
  answer(endSession, null)
  answer(endAllSessions, { ended: 1 })
  await expect.element(rows.first()).toHaveTextContent('last used 18 Nov 2026, 00:22 · since 18 Nov 2026')
  expect(rows.filter({ hasText: 'This device' }).elements()).toHaveLength(1)
  await rows.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => rows.elements()).toHaveLength(1)
  expect(sentTo(endSession)).toMatchObject([{ params: { id: other?.id } }])
  const everywhere = { name: 'Sign out everywhere' }
  await devices.getByRole('button', everywhere).click()
  await page.getByRole('dialog').getByRole('button', everywhere).click()
  await expectPath('/login')
})

test.for([
  ['network', 'Network error. Please check your internet connection.'],
  [404, 'Resource not found.'],
] as const)('ER-02 a list that fails with %s says so in its place, and a retry recovers', async ([status, text]) => {
  signInAs('trader')
  const known = recorded(listSessions)
  refuse(listSessions, status)
  await visit('/profile')
  await expect.element(devices.getByText(text)).toBeVisible()
  answer(listSessions, known)
  await devices.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rows.first()).toBeVisible()
})

test('an admin who must enrol a second factor is redirected to the profile, which shows nothing else', async () => {
  signInAs('admin', { must_enrol: true })
  await visit('/admin/logs')
  await expectPath('/profile')
  await expect.element(page.getByText('administrators need a second factor')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  expect(form.elements()).toEqual([])
})
