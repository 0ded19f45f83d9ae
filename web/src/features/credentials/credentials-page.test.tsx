import { controlBot, listBots } from '@trading-bot/contract/rest/trading/bots'
import {
  type CredentialStatus,
  deleteCredentials,
  listCredentialLogs,
  openPracticeAccount,
  readCredentialStatus,
  saveCredentials,
  verifyCredentials,
} from '@trading-bot/contract/rest/trading/credentials'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, given, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { startClock } from '../../testing/clock.ts'
import { button, dialog } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'
import { signInHolding } from '../../testing/plans.ts'
import { botOf, id } from '../../testing/trading.ts'

const current = page.getByRole('region', { name: 'Current credentials' })
const field = {
  api_key: page.getByLabelText('API Key'),
  client_code: page.getByLabelText('Client Code'),
  mpin: page.getByLabelText('MPIN', { exact: true }),
  totp_secret: page.getByLabelText('TOTP Secret'),
}
const GOOD = { api_key: 'ABCD1234EF', client_code: 'A123456', mpin: '1234', totp_secret: 'JBSWY3DPEHPK3PXP' }
const save = button(/^(Save|Update) Credentials$/)
const verify = button(/^Verify (Credentials|now)$/, current)
const remove = button('Delete', current)
const AGAIN = { error: 'Type your password again to change your credentials.', code: 'PASSWORD_AGAIN' }

async function fill(values: Partial<typeof GOOD>) {
  for (const [name, value] of Object.entries(values)) await field[name as keyof typeof GOOD].fill(value)
}

function unverified(change: Partial<CredentialStatus> = {}): CredentialStatus {
  const log_in = { state: 'untried', reason: null, since: null, retry_at: null } as const
  const status = { ...recorded(readCredentialStatus), is_verified: false, verified_at: null, log_in, ...change }
  answer(readCredentialStatus, status)
  return status
}

async function confirmDeletion() {
  await remove.click()
  await button('Delete credentials', dialog).click()
}

async function typePassword() {
  await dialog.getByLabelText('Current password').fill('Demo@1234')
  await button('Continue', dialog).click()
}

beforeEach(() => void signInAs('trader'))

test('CR-02 without an active subscription the page requires one', async () => {
  signInHolding(null)
  refuse(readCredentialStatus, 404)
  await visit('/credentials')
  await expect.element(page.getByText('Subscription Required')).toBeVisible()
  expect(save.elements()).toEqual([])
  await page.getByRole('link', { name: 'View plans' }).click()
  await expectPath('/pricing')
})

test('CR-01 CR-03 CR-04 credentials are validated while typed and on submit, saved, masked and deleted', async () => {
  refuse(readCredentialStatus, 404)
  answer(listCredentialLogs, [])
  answer(saveCredentials, () => {
    answer(listCredentialLogs, [{ id: '1', action: 'saved', result: 'ok', created_at: '2026-11-17T18:49:48.877Z' }])
    return { message: 'Saved', credentials: unverified({ api_key_masked: '••••34EF' }) }
  })
  given(deleteCredentials, () => {
    refuse(readCredentialStatus, 404)
    return { status: 204 }
  })
  await visit('/credentials')
  await expect.element(page.getByText('sealed with AES-256')).toBeVisible()
  await expect.element(current).toHaveTextContent('No credentials saved')
  await expect
    .element(page.getByRole('region', { name: 'How to get your credentials' }))
    .toHaveTextContent('API management')
  expect(toast('Failed to load credentials status').elements()).toEqual([])
  for (const [name, typed, text] of [
    ['api_key', 'short', 'API Key must be at least 8 characters'],
    ['client_code', 'a123', 'Client Code must contain only uppercase letters and digits'],
    ['mpin', '12a', 'MPIN must be exactly 4 digits'],
    ['totp_secret', 'JBSWY3DP', 'TOTP Secret must be at least 16 characters'],
  ] as const) {
    await field[name].fill(typed)
    await expect.element(page.getByText(text)).toBeVisible()
  }
  await save.click()
  await expect.element(toast('Please fix the validation errors')).toHaveAttribute('data-kind', 'error')
  await expect.element(field.api_key).toHaveFocus()
  expect(sentTo(saveCredentials)).toEqual([])
  await fill(GOOD)
  await save.click()
  await expect.element(toast('Trading credentials saved successfully!')).toBeVisible()
  await expect.element(current).toHaveTextContent('Not Verified')
  await expect.element(current).toHaveTextContent('34EF')
  expect(document.body.textContent).not.toContain('ABCD1234EF')
  await expect.element(field.api_key).toHaveValue('')
  await expect.element(verify).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Access log' })).toHaveTextContent('Saved: ok')
  await confirmDeletion()
  await expect.element(current).toHaveTextContent('No credentials saved')
})

test('CR-04 "Verify now" clears a rejected log-in that the broker accepts again; a failing log-in shows when it is retried', async () => {
  const reason = 'Angel One does not know this client code and MPIN together.'
  const rejected = { state: 'rejected', reason, since: '2026-11-17T03:45:00.000Z', retry_at: null } as const
  const open = { ...rejected, state: 'open', reason: null } as const
  unverified({ log_in: rejected })
  answer(verifyCredentials, () => ({
    message: 'Credentials verified.',
    credentials: unverified({ is_verified: true, log_in: open }),
  }))
  await visit('/credentials')
  await expect.element(current).toHaveTextContent('Angel One rejected your log-in')
  await expect.element(current).toHaveTextContent(reason)
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
})

test('CR-05 a failed verification and a failed deletion show an error', async () => {
  unverified()
  refuse(verifyCredentials, 500)
  refuse(deleteCredentials, 500)
  await visit('/credentials')
  await verify.click()
  await expect.element(toast('Failed to verify credentials')).toBeVisible()
  await confirmDeletion()
  await expect.element(toast('Failed to delete credentials')).toBeVisible()
})

test('CR-05 a failed status and a rejected save show an error; the typed values are kept', async () => {
  refuse(readCredentialStatus, 500)
  refuse(saveCredentials, 500)
  await visit('/credentials')
  await expect.element(toast('Failed to load credentials status')).toBeVisible()
  await expect.element(button('Try again', current)).toBeVisible()
  await fill(GOOD)
  await save.click()
  await expect.element(toast('Failed to save credentials')).toBeVisible()
  await expect.element(field.client_code).toHaveValue('A123456')
})

test('a deletion that requires recent authentication asks for the password', async () => {
  given(deleteCredentials, ({ body }) =>
    'password' in (body as object) ? { status: 204 } : { status: 403, body: AGAIN },
  )
  await visit('/credentials')
  await confirmDeletion()
  await typePassword()
  await expect.element(toast('Credentials deleted.')).toBeVisible()
  expect(sentTo(deleteCredentials).map(({ body }) => body)).toEqual([{}, { password: 'Demo@1234' }])
})

test('a save that requires recent authentication asks for the password and is repeated', async () => {
  refuse(readCredentialStatus, 404)
  refuse(saveCredentials, 403, AGAIN)
  await visit('/credentials')
  await fill(GOOD)
  await save.click()
  await expect.element(dialog).toBeVisible()
  answer(saveCredentials, { message: 'Saved', credentials: recorded(readCredentialStatus) })
  await typePassword()
  await expect.element(toast('Trading credentials saved successfully!')).toBeVisible()
  expect(sentTo(saveCredentials).map(({ body }) => body)).toEqual([GOOD, { ...GOOD, password: 'Demo@1234' }])
})

test('the page says when the exchange opens no practice accounts', async () => {
  refuse(openPracticeAccount, 404)
  await visit('/credentials')
  await button('Use practice credentials').click()
  await expect.element(page.getByText('The practice exchange opens no accounts at the moment.')).toBeVisible()
})

test('a deletion refused because of open live positions offers to close them and confirms it', async () => {
  const error = 'Close your positions first: 2 are open or under way.'
  refuse(deleteCredentials, 409, { error, code: 'POSITIONS_OPEN' })
  const hold = (open_positions: number) =>
    answer(listBots, { data: [botOf(1, { mode: 'live', open_positions }), botOf(2)] })
  hold(2)
  answer(controlBot, { message: 'Bot stopped.', bot: botOf(1) })
  startClock()
  await visit('/credentials')
  await confirmDeletion()
  const positions = page.getByRole('dialog', { name: /^(Positions are|Nothing is) open/ })
  await expect.element(positions).toHaveTextContent(error)
  await button('Close now', positions).click()
  await expect.element(positions).toHaveTextContent('2 still open.')
  expect(sentTo(controlBot)).toMatchObject([{ params: { id: id(1) }, body: { action: 'stop', close_positions: true } }])
  hold(0)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(positions).toHaveTextContent('Every live position is closed.')
  await button('Go on', positions).click()
  given(deleteCredentials, () => ({ status: 204 }))
  await confirmDeletion()
  await expect.element(toast('Credentials deleted.')).toBeVisible()
})
