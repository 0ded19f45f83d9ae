import { readLiveTerms } from '@trading-bot/contract/rest/trading/hosting'
import { controlBot, listBots } from '@trading-bot/contract/rest/trading/bots'
import * as api from '@trading-bot/contract/rest/trading/credentials'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { startClock } from '../../testing/clock.ts'
import { button, dialog, expectSaid, expectTexts, fill } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'
import { signInHolding } from '../../testing/plans.ts'
import { botOf, id } from '../../testing/trading.ts'

const current = page.getByRole('region', { name: 'Current credentials' })
const GOOD = { 'API Key': 'ABCD1234EF', 'Client Code': 'A123456', MPIN: '1234', 'TOTP Secret': 'JBSWY3DPEHPK3PXP' }
const SENT = { api_key: 'ABCD1234EF', client_code: 'A123456', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXP' }
const apiKey = page.getByLabelText('API Key')
const save = button(/^(Save|Update) Credentials$/)
const verify = button(/^Verify (Credentials|now)$/, current)
const remove = button('Delete', current)
const AGAIN = { error: 'Type your password again to change your credentials.', code: 'PASSWORD_AGAIN' }

function unverified(change: Partial<api.CredentialStatus> = {}): api.CredentialStatus {
  const log_in = { state: 'untried', reason: null, since: null, retry_at: null } as const
  const status = { ...recorded(api.readCredentialStatus), is_verified: false, verified_at: null, log_in, ...change }
  answer(api.readCredentialStatus, status)
  return status
}

async function openDeletion() {
  await remove.click()
  return button('Delete credentials', dialog)
}

async function typePassword() {
  await fill({ 'Current password': 'Demo@1234' }, dialog)
  return button('Continue', dialog)
}

beforeEach(() => void signInAs('trader'))

test('the page names the address to register at the broker, and when the broker last answered to it', async () => {
  const registered = page.getByRole('region', { name: 'Address to register' })
  await visit('/credentials')
  await expectTexts(registered, 'No address is assigned to you yet.')
  const probe = { probed_at: '2026-11-16T03:00:00.000Z', result: 'reached', detail: 'HTTP 404' } as const
  const addresses = { outbound_address: '203.0.113.7', secondary_address: '203.0.113.8' }
  answer(readLiveTerms, { ...recorded(readLiveTerms), ...addresses, probe })
  await visit('/credentials')
  await expectTexts(registered, 'Primary address203.0.113.7', 'Secondary address203.0.113.8', '16 Nov 2026, 08:30')
  await expectTexts(registered, 'smartapi.angelone.in', 'one change in seven days')
})

test('CR-02 CR-05 without an active subscription the page requires one; a status that cannot be loaded says so', async () => {
  signInHolding(null)
  refuse(api.readCredentialStatus, 404)
  await visit('/credentials')
  await expect.element(page.getByText('Subscription Required')).toBeVisible()
  expect(save.elements()).toEqual([])
  await page.getByRole('link', { name: 'View plans' }).click()
  await expectPath('/pricing')
  signInAs('trader')
  refuse(api.readCredentialStatus, 500)
  await visit('/credentials')
  await expect.element(toast('Failed to load credentials status')).toBeVisible()
  await expect.element(button('Try again', current)).toBeVisible()
})

test('CR-01 CR-03 CR-04 CR-05 credentials are validated, saved with the password asked for again, masked, verified and deleted; a failure keeps what was typed', async () => {
  refuse(api.readCredentialStatus, 404)
  answer(api.listCredentialLogs, [])
  given(api.deleteCredentials, ({ body }) => {
    if (!('password' in (body as object))) return { status: 403, body: AGAIN }
    refuse(api.readCredentialStatus, 404)
    return { status: 204 }
  })
  await visit('/credentials')
  await expect.element(page.getByText('sealed with AES-256')).toBeVisible()
  await expect.element(current).toHaveTextContent('No credentials saved')
  await expectTexts(page.getByRole('region', { name: 'How to get your credentials' }), 'API management')
  expect(toast('Failed to load credentials status').elements()).toEqual([])
  for (const [name, typed, text] of [
    ['API Key', 'short', 'API Key must be at least 8 characters'],
    ['Client Code', 'a123', 'Client Code must contain only uppercase letters and digits'],
    ['MPIN', '12a', 'MPIN must be exactly 4 digits'],
    ['TOTP Secret', 'JBSWY3DP', 'TOTP Secret must be at least 16 characters'],
  ] as const) {
    await fill({ [name]: typed })
    await expect.element(page.getByText(text)).toBeVisible()
  }
  await expectSaid(save, 'Please fix the validation errors')
  await expect.element(apiKey).toHaveFocus()
  expect(sentTo(api.saveCredentials)).toEqual([])
  await fill(GOOD)
  refuse(api.saveCredentials, 500)
  await expectSaid(save, 'Failed to save credentials')
  refuse(api.saveCredentials, 403, AGAIN)
  await save.click()
  await expect.element(dialog).toBeVisible()
  answer(api.saveCredentials, () => {
    answer(api.listCredentialLogs, [{ id: '1', action: 'saved', result: 'ok', created_at: '2026-11-17T18:49:48.877Z' }])
    return { message: 'Saved', credentials: unverified({ api_key_masked: '••••34EF' }) }
  })
  await expectSaid(await typePassword(), 'Trading credentials saved successfully!')
  expect(sentTo(api.saveCredentials).at(-1)?.body).toEqual({ ...SENT, password: 'Demo@1234' })
  await expectTexts(current, 'Not Verified', '34EF')
  expect(document.body.textContent).not.toContain('ABCD1234EF')
  await expect.element(apiKey).toHaveValue('')
  await expect.element(verify).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Access log' })).toHaveTextContent('Saved: ok')
  refuse(api.verifyCredentials, 500)
  await expectSaid(verify, 'Failed to verify credentials')
  await (await openDeletion()).click()
  await expectSaid(await typePassword(), 'Credentials deleted.')
  expect(sentTo(api.deleteCredentials).map(({ body }) => body)).toEqual([{}, { password: 'Demo@1234' }])
  await expect.element(current).toHaveTextContent('No credentials saved')
})

test('CR-04 "Verify now" clears a rejected log-in that the broker accepts again; a failing log-in shows when it is retried', async () => {
  const reason = 'Angel One does not know this client code and MPIN together.'
  const rejected = { state: 'rejected', reason, since: '2026-11-17T03:45:00.000Z', retry_at: null } as const
  const open = { ...rejected, state: 'open', reason: null } as const
  unverified({ log_in: rejected })
  answer(api.verifyCredentials, () => ({
    message: 'Credentials verified.',
    credentials: unverified({ is_verified: true, log_in: open }),
  }))
  await visit('/credentials')
  await expectTexts(current, 'Angel One rejected your log-in', reason)
  await button('Verify now', current).click()
  await expect.element(current).toHaveTextContent('Verified and Active')
  await expect.element(current).not.toHaveTextContent('rejected')
  expect(verify.elements()).toEqual([])
  const blocked = 'Angel One has blocked this account for trading.'
  unverified({
    is_verified: true,
    log_in: { ...rejected, state: 'retrying', reason: blocked, retry_at: '2026-11-17T05:12:00.000Z' },
  })
  await visit('/credentials')
  await expect.element(current).toHaveTextContent(`${blocked} We try again at 10:42`)
  await expect.element(button('Verify now', current)).toBeVisible()
  refuse(api.openPracticeAccount, 404)
  await button('Use practice credentials').click()
  await expect.element(page.getByText('The practice exchange opens no accounts at the moment.')).toBeVisible()
})

test('CR-05 a failed deletion shows an error; one refused because of open live positions offers to close them and confirms it', async () => {
  const error = 'Close your positions first: 2 are open or under way.'
  refuse(api.deleteCredentials, 500)
  const hold = (open_positions: number) =>
    answer(listBots, { data: [botOf(1, { mode: 'live', open_positions }), botOf(2)] })
  hold(2)
  answer(controlBot, { message: 'Bot stopped.', bot: botOf(1) })
  startClock()
  await visit('/credentials')
  const deletion = await openDeletion()
  await expectSaid(deletion, 'Failed to delete credentials')
  refuse(api.deleteCredentials, 409, { error, code: 'POSITIONS_OPEN' })
  await deletion.click()
  const positions = page.getByRole('dialog', { name: /^(Positions are|Nothing is) open/ })
  await expect.element(positions).toHaveTextContent(error)
  await button('Close now', positions).click()
  await expect.element(positions).toHaveTextContent('2 still open.')
  expect(sentTo(controlBot)).toMatchObject([{ params: { id: id(1) }, body: { action: 'stop', close_positions: true } }])
  hold(0)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(positions).toHaveTextContent('Every live position is closed.')
  await button('Go on', positions).click()
  given(api.deleteCredentials, () => ({ status: 204 }))
  await expectSaid(await openDeletion(), 'Credentials deleted.')
})
