import { readProfile, resendOtp, verifyOtp } from '@trading-bot/contract/rest/accounts/auth'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { soon, stopClock } from '../../testing/clock.ts'
import { button } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const digits = page.getByRole('textbox', { name: /Digit \d of 6/ })
const timer = page.getByRole('timer')
const submit = button('Verify email')
const resend = button('Resend code')
const failure = page.getByTestId('form-failure')
const PERSON = { first_name: 'Meera', last_name: 'Nair', username: 'meera', email: 'meera@example.com' }
const SECRET = { password: 'Kaveri829', password_confirm: 'Kaveri829' }
const REGISTRATION = { ...PERSON, ...SECRET, phone_number: '+91 98765 43210', trading_experience: 'beginner' } as const

async function open() {
  const verification = { email: REGISTRATION.email, registration: REGISTRATION, sentAtMs: Date.now() }
  await visit('/verify-otp', { verification })
  await expect.element(digits.first()).toHaveFocus()
}

test('AU-11 AU-13 only six digits are accepted; a wrong code shows the server’s message, otherwise the page’s own text', async () => {
  await open()
  expect(digits.elements()).toHaveLength(6)
  await userEvent.keyboard('1a2b3')
  await submit.click()
  await expect.element(failure).toHaveTextContent('Please enter a valid 6-digit OTP')
  expect(digits.elements().map((input) => (input as HTMLInputElement).value)).toEqual(['1', '2', '3', '', '', ''])
  await open()
  for (const [status, body, text] of [
    [400, { message: 'This OTP has expired.' }, 'This OTP has expired.'],
    [400, {}, 'Invalid OTP. Please try again.'],
    [500, {}, 'Failed to verify OTP. Please try again.'],
  ] as const) {
    refuse(verifyOtp, status, body)
    await expect.element(digits.first()).toHaveFocus()
    await userEvent.keyboard('123456')
    await submit.click()
    await expect.element(failure).toHaveTextContent(text)
    expect(toast(/./).elements()).toEqual([])
  }
})

test('AU-11 AU-13 the countdown runs from 300 s; resending the code restarts it, or shows the server’s message or the page’s own text', async () => {
  await open()
  stopClock()
  const start = window.history.state.verification.sentAtMs as number
  const at = (seconds: number) => vi.advanceTimersByTimeAsync(start + seconds * 1_000 - Date.now())
  await at(12)
  await expect.element(timer).toHaveTextContent(/The code expires in 4:4[89]/)
  await at(298)
  await expect.element(timer).toHaveTextContent(/The code expires in 0:0[23]/)
  await expect.element(resend).toBeDisabled()
  await at(301)
  await expect.element(timer).toHaveTextContent('The code has expired.')
  const resendSays = async (text: string) => {
    await resend.click()
    await soon(() => expect(toast(text).elements()).toHaveLength(1))
  }
  refuse(resendOtp, 500)
  await resendSays('Failed to resend OTP. Please try again.')
  refuse(resendOtp, 429, { message: 'Too many codes.' })
  await resendSays('Too many codes.')
  answer(resendOtp, { success: true, message: 'Sent' })
  await resendSays('OTP sent successfully! Please check your email.')
  expect(sentTo(resendOtp)[0]?.body).toEqual({ email: REGISTRATION.email })
  await expect.element(timer).toHaveTextContent('The code expires in 5:00')
  await expect.element(resend).toBeDisabled()
})

test('AU-11 AU-12 going back keeps the typed values except the passwords; without navigation state the page redirects', async () => {
  await visit('/verify-otp')
  await expectPath('/register')
  await open()
  await button('Back to registration').click()
  await expectPath('/register')
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue(REGISTRATION.email)
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
  expect(JSON.stringify(window.history.state)).not.toContain(REGISTRATION.password)
})

test('AU-13 AU-17 the correct code signs in, and no password stays in the history', async () => {
  signInAs('trader')
  localStorage.clear()
  answer(verifyOtp, { success: true, message: 'Done', access: 'a', refresh: 'r', user: recorded(readProfile) })
  await open()
  const depth = window.history.length
  await userEvent.keyboard('123456')
  await submit.click()
  await expectPath('/dashboard')
  await expect.element(toast('Email verified successfully! Welcome to Trading Bot!')).toBeVisible()
  expect(sentTo(verifyOtp)[0]?.body).toEqual({
    email: REGISTRATION.email,
    otp: '123456',
    registration_data: REGISTRATION,
  })
  expect(JSON.stringify(window.history.state)).not.toContain(REGISTRATION.password)
  // The history entry with the registration is replaced, not kept.
  expect(window.history.length).toBe(depth)
})
