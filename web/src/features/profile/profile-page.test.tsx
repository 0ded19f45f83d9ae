import { changePassword, readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { endAllSessions, endSession, listSessions } from '@trading-bot/contract/rest/accounts/security'
import { readTelegram } from '@trading-bot/contract/rest/accounts/telegram'
import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { expectToastFor, stopClock } from '../../testing/clock.ts'
import { button, dialog, expectSaid, fill } from '../../testing/controls.ts'
import { expectPath, signInAs, visit } from '../../testing/open-app.tsx'

const form = page.getByRole('form', { name: 'Your details' })
const phone = form.getByLabelText('Phone number')
const save = button('Save details', form)
const current = page.getByLabelText('Current password')
const next = page.getByLabelText('New password', { exact: true })
const change = button('Change password')
const devices = page.getByRole('region', { name: 'Signed-in devices' })
const rows = devices.getByRole('listitem')

async function open() {
  signInAs('trader')
  await visit('/profile')
  await expect.element(save).toBeVisible()
}

/** A server that keeps what is sent. */
function keepDetails() {
  const user = recorded(readProfile)
  answer(updateProfile, ({ body }) => ({ ...user, ...(body as object), gstin: null, gst_state: null }))
}

test('AU-18 L-05 L-06 the details are saved, and the name in the sidebar changes; a failure shows its text, and only an error vibrates', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  await open()
  await form.getByLabelText('First name').fill('Anjali')
  await form.getByLabelText('State (for GST invoices)').selectOptions('Karnataka')
  await phone.fill('12x')
  await save.click()
  await expect.element(phone).toHaveAccessibleDescription('Please enter a valid phone number')
  await phone.fill('+91 90000 00001')
  for (const [body, text] of [
    [{ detail: 'Not today.' }, 'Not today.'],
    [{}, 'Failed to update profile.'],
  ] as const) {
    refuse(updateProfile, 400, body)
    await expectSaid(save, text)
  }
  expect(vibrate.mock.calls).toEqual([[200], [200]])
  keepDetails()
  stopClock()
  await save.click()
  await expectToastFor('Profile updated.', 5)
  expect(vibrate).toHaveBeenCalledTimes(2)
  vibrate.mockRestore()
  const sent = { first_name: 'Anjali', phone_number: '+91 90000 00001', gst_state: '29' }
  expect(sentTo(updateProfile).at(-1)?.body).toMatchObject(sent)
  await expect.element(page.getByRole('navigation', { name: 'Sidebar' })).toHaveTextContent('Anjali Verma')
})

test('AU-18 a failed password change shows the detail, beside its field where it has one, otherwise its own text; a changed one is said, and devices and chat are read again', async () => {
  await open()
  const detail = 'Your current password is not right.'
  refuse(changePassword, 400, { detail, old_password: [detail] })
  await fill({ 'Current password': 'Wrong1234', 'New password': 'Changed123', 'Confirm new password': 'Changed123' })
  await change.click()
  await expect.element(current).toHaveAccessibleDescription(detail)
  expect(page.getByText(detail).elements()).toHaveLength(1)
  await expect.element(next).toHaveValue('Changed123')
  refuse(changePassword, 500)
  await expectSaid(change, 'Failed to change password.')
  answer(changePassword, { message: 'Done', access: 'a2', refresh: 'r2' })
  answer(listSessions, recorded(listSessions).slice(0, 1))
  answer(readTelegram, { is_set_up: true, bot_username: 'trading_test_bot', chat: null })
  await expectSaid(change, 'Password changed. Every other device has been signed out.')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await expect.element(page.getByText('No chat is linked to your bot.')).toBeVisible()
  await expect.element(current).toHaveValue('')
  expect(localStorage.getItem('refresh_token')).toBe('r2')
})

test('an account that cannot be closed stays open, and the dialog says why', async () => {
  await open()
  await button('Close account').click()
  const closing = page.getByRole('form', { name: 'Close account' })
  await fill({ 'Current password': 'Wrong1234', 'Type CLOSE to confirm': 'CLOSE' }, closing)
  for (const [status, body] of [
    [409, { error: 'Close your positions first: 2 are open.' }],
    [400, { password: ['Your current password is not right.'] }],
  ] as const) {
    refuse(closeAccount, status, body)
    await button('Close account', closing).click()
    await expect.element(closing).toHaveTextContent(Object.values(body).flat()[0]!)
  }
})

test('L-07 one device is signed out, then all devices; times are those of India', async () => {
  await open()
  await expect.element(rows.first()).toHaveTextContent('last used 18 Nov 2026, 00:22 · since 18 Nov 2026')
  expect(rows.filter({ hasText: 'This device' }).elements()).toHaveLength(1)
  // Only now: the list of both devices has arrived.
  const [own, other] = recorded(listSessions)
  answer(listSessions, [own!])
  answer(endSession, null)
  answer(endAllSessions, { ended: 1 })
  await button('Sign out', rows.nth(1)).click()
  await expect.poll(() => rows.elements()).toHaveLength(1)
  expect(sentTo(endSession)).toMatchObject([{ params: { id: other?.id } }])
  for (const part of [devices, dialog]) await button('Sign out everywhere', part).click()
  await expectPath('/login')
})

test('ER-02 a list that cannot be loaded says so, and a retry in its place recovers', async () => {
  signInAs('trader')
  const known = recorded(listSessions)
  refuse(listSessions, 'network')
  await visit('/profile')
  await expect.element(page.getByText('Network error. Please check your internet connection.')).toBeVisible()
  await expect.element(devices).toHaveTextContent('Not loaded yet.')
  answer(listSessions, known)
  await button('Try again', devices).click()
  await expect.element(rows.first()).toBeVisible()
})

test('an admin who must enrol a second factor is redirected to the profile, which shows nothing else', async () => {
  signInAs('admin', { must_enrol: true })
  await visit('/admin/logs')
  await expectPath('/profile')
  await expect.element(page.getByText('administrators need a second factor')).toBeVisible()
  await expect.element(button('Set up authenticator app')).toBeVisible()
  expect(form.elements()).toEqual([])
})
