import { expectNoViolations } from '../fixtures/expect-no-violations.ts'
import { buy } from '../fixtures/money.ts'
import { credentialsPage } from '../pages/trading/credentials-page.ts'
import { storeSession } from '../fixtures/people.ts'
import { expect, json, test, toast } from '../fixtures/test.ts'
import { paperBot } from '../fixtures/trading.ts'

const STATUS = {
  is_verified: false,
  updated_at: '2026-11-15T03:45:00.000Z',
  verified_at: null,
  api_key_masked: '••••34EF',
  client_code_masked: '••••3456',
  last_error: null,
  log_in: { state: 'untried', reason: null, since: null, retry_at: null },
}

test('CR-02 without an active subscription the page requires one', async ({ page, person }) => {
  await storeSession(page, person)
  const credentials = credentialsPage(page)
  await credentials.open()
  await expect(page.getByText('Subscription Required')).toBeVisible()
  await expect(credentials.save).toHaveCount(0)
  await page.getByRole('link', { name: 'View plans' }).click()
  await expect(page).toHaveURL('/pricing')
})

test('CR-01 CR-03 CR-04 credentials are validated while typed and on submit, saved, masked and deleted', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, field, guide, log, save, verify, remove, dialog, fill, open } = credentialsPage(page)
  await open()
  await expect(page.getByText('sealed with AES-256')).toBeVisible()
  await expect(current).toContainText('No credentials saved')
  await expect(guide).toContainText('API management')
  await expect(toast(page, 'Failed to load credentials status')).toHaveCount(0)

  for (const [input, typed, text] of [
    [field.apiKey, 'short', 'API Key must be at least 8 characters'],
    [field.clientCode, 'a123', 'Client Code must contain only uppercase letters and digits'],
    [field.mpin, '12a', 'MPIN must be exactly 4 digits'],
    [field.totp, 'JBSWY3DP', 'TOTP Secret must be at least 16 characters'],
  ] as const) {
    await input.fill(typed)
    await expect(page.getByText(text)).toBeVisible()
  }
  await save.click()
  await expect(toast(page, 'Please fix the validation errors')).toHaveAttribute('data-kind', 'error')
  await expect(field.apiKey).toBeFocused()

  await fill()
  await save.click()
  await expect(toast(page, 'Trading credentials saved successfully!')).toBeVisible()
  await expect(current).toContainText('Not Verified')
  await expect(current).toContainText('34EF')
  await expect(page.locator('body')).not.toContainText('ABCD1234EF')
  await expect(field.apiKey).toHaveValue('')
  await expect(verify).toBeVisible()
  await expect(log).toContainText('Saved: ok')

  await remove.click()
  await dialog.getByRole('button', { name: 'Delete credentials' }).click()
  await expect(current).toContainText('No credentials saved')
})

test('CR-04 practice credentials are verified at the demo’s exchange and become "Verified and Active"', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, field, log, practice, save, verify, open } = credentialsPage(page)
  await open()
  await practice.click()
  await expect(field.clientCode).not.toHaveValue('')
  await expect(field.totp).not.toHaveValue('')
  await save.click()
  await expect(current).toContainText('Not Verified')
  await verify.click()
  await expect(toast(page, 'Credentials verified. Your broker account is connected.')).toBeVisible()
  await expect(current).toContainText('Verified and Active')
  await expect(verify).toHaveCount(0)
  await expect(log).toContainText('Verified: accepted')
})

test('CR-04 credentials the exchange rejects show its message and stay unverified', async ({
  page,
  person,
  request,
}) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, save, verify, fill, open } = credentialsPage(page)
  await open()
  await fill()
  await save.click()
  await verify.click()
  await expect(current).toContainText('Angel One rejected your log-in')
  await expect(current).toContainText('does not know this client code and MPIN together')
  await expect(current).toContainText('Not Verified')
  await expect(verify).toBeVisible()
})

test('CR-04 a rejected log-in is shown until other credentials are saved', async ({ page, person, request }) => {
  await buy(request, person, 'EMA Monthly')
  await storeSession(page, person)
  const { current, field, practice, save, verify, verifyNow, open } = credentialsPage(page)
  await open()
  await practice.click()
  await expect(field.totp).not.toHaveValue('')
  const mpin = await field.mpin.inputValue()
  await field.mpin.fill(mpin === '0000' ? '0001' : '0000')
  await save.click()
  await verify.click()
  await expect(current).toContainText('Angel One rejected your log-in')
  await expect(verifyNow).toBeVisible()
  await page.reload()
  await expect(current).toContainText('Angel One rejected your log-in')
  await expectNoViolations(page, 'credentials, a rejected log-in')
  await practice.click()
  await expect(field.mpin).toHaveValue(mpin)
  await save.click()
  await expect(current).not.toContainText('Angel One rejected your log-in')
  await expect(verifyNow).toHaveCount(0)
  await expect(verify).toBeVisible()
})

test('"Verify now" clears a rejected log-in that the broker accepts again; a failing log-in shows when it is retried', async ({
  traderPage: page,
}) => {
  const reason = 'Angel One does not know this client code and MPIN together.'
  const rejected = { state: 'rejected', reason, since: STATUS.updated_at, retry_at: null }
  const blocked = 'Angel One has blocked this account for trading.'
  const retrying = { ...rejected, state: 'retrying', reason: blocked, retry_at: '2026-11-16T05:12:00.000Z' }
  const accepted = { ...rejected, state: 'open', reason: null }
  let status: object = { ...STATUS, log_in: rejected }
  await page.route('**/credentials/status/', (route) => route.fulfill(json(200, status)))
  await page.route('**/credentials/verify/', (route) => {
    status = { ...STATUS, is_verified: true, verified_at: STATUS.updated_at, log_in: accepted }
    return route.fulfill(json(200, { message: 'Credentials verified.', credentials: status }))
  })
  const { current, verifyNow, open } = credentialsPage(page)
  await open()
  await expect(current).toContainText(reason)
  await verifyNow.click()
  await expect(current).toContainText('Verified and Active')
  await expect(current).not.toContainText('rejected')
  await expect(verifyNow).toHaveCount(0)
  status = { ...STATUS, is_verified: true, log_in: retrying }
  await open()
  await expect(current).toContainText(`${blocked} We try again at 10:42`)
  await expect(verifyNow).toBeVisible()
})

test('CR-05 a failed verification and a failed deletion show an error', async ({ traderPage: page }) => {
  await page.route('**/credentials/status/', (route) => route.fulfill(json(200, STATUS)))
  await page.route('**/credentials/verify/', (route) => route.fulfill(json(500, {})))
  await page.route('**/credentials/delete/', (route) => route.fulfill(json(500, {})))
  const { current, verify, remove, dialog, open } = credentialsPage(page)
  await open()
  await expect(current).toContainText('Not Verified')
  await verify.click()
  await expect(toast(page, 'Failed to verify credentials')).toBeVisible()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete credentials' }).click()
  await expect(toast(page, 'Failed to delete credentials')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep as it is' }).click()
})

test('a deletion that requires recent authentication asks for the password', async ({ traderPage: page }) => {
  const bodies: unknown[] = []
  await page.route('**/credentials/status/', (route) => route.fulfill(json(200, STATUS)))
  await page.route('**/credentials/delete/', (route) => {
    const body = route.request().postDataJSON()
    bodies.push(body)
    return route.fulfill(
      body.password
        ? { status: 204 }
        : json(403, { error: 'Type your password again to change your credentials.', code: 'PASSWORD_AGAIN' }),
    )
  })
  const { remove, dialog, open } = credentialsPage(page)
  await open()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete credentials' }).click()
  await dialog.getByLabel('Current password').fill('Demo@1234')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Credentials deleted.')).toBeVisible()
  expect(bodies).toEqual([{}, { password: 'Demo@1234' }])
})

test('CR-05 a failed status and a rejected save show an error; the typed values are kept', async ({
  traderPage: page,
}) => {
  await page.route('**/credentials/status/', (route) => route.fulfill(json(500, {})))
  await page.route('**/credentials/save/', (route) => route.fulfill(json(500, {})))
  const { current, field, save, fill, open } = credentialsPage(page)
  await open()
  await expect(toast(page, 'Failed to load credentials status')).toBeVisible()
  await expect(current.getByRole('button', { name: 'Try again' })).toBeVisible()
  await fill()
  await save.click()
  await expect(toast(page, 'Failed to save credentials')).toBeVisible()
  await expect(field.clientCode).toHaveValue('A123456')
})

test('a save that requires recent authentication asks for the password and is repeated', async ({
  traderPage: page,
}) => {
  const bodies: unknown[] = []
  await page.route('**/credentials/status/', (route) => route.fulfill(json(404, {})))
  await page.route('**/credentials/save/', (route) => {
    const body = route.request().postDataJSON()
    bodies.push(body.password)
    return route.fulfill(
      body.password
        ? json(200, { message: 'Saved', credentials: STATUS })
        : json(403, { error: 'Type your password again to change your credentials.', code: 'PASSWORD_AGAIN' }),
    )
  })
  const { save, fill, dialog, open } = credentialsPage(page)
  await open()
  await fill()
  await save.click()
  await dialog.getByLabel('Current password').fill('Demo@1234')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Trading credentials saved successfully!')).toBeVisible()
  expect(bodies).toEqual([undefined, 'Demo@1234'])
})

test('the page says when the exchange opens no practice accounts', async ({ traderPage: page }) => {
  const { practice, open } = credentialsPage(page)
  await page.route('**/credentials/practice/', (route) => route.fulfill(json(404, {})))
  await open()
  await practice.click()
  await expect(page.getByText('The practice exchange opens no accounts at the moment.')).toBeVisible()
})

test('a deletion refused because of open live positions offers to close them and confirms it', async ({
  page,
  trader,
}) => {
  const live = paperBot(1, { user: trader.user, mode: 'live', open_positions: 2 })
  let held = 2
  await page.route('**/credentials/status/', (route) => route.fulfill(json(200, STATUS)))
  await page.route('**/credentials/delete/', (route) =>
    held > 0
      ? route.fulfill(
          json(409, { error: 'Close your positions first: 2 are open or under way.', code: 'POSITIONS_OPEN' }),
        )
      : route.fulfill({ status: 204 }),
  )
  await page.route('**/api/bots/', (route) =>
    route.fulfill(json(200, { data: [{ ...live, open_positions: held }, paperBot(2, { user: trader.user })] })),
  )
  const requests: unknown[] = []
  await page.route('**/api/bots/*/control/', (route) => {
    requests.push([route.request().url().includes(live.id), route.request().postDataJSON()])
    return route.fulfill(json(200, { message: 'Bot stopped.', bot: live }))
  })
  await storeSession(page, trader)
  const { remove, dialog, positions, open } = credentialsPage(page)
  await open()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete credentials' }).click()
  await expect(positions).toContainText('Close your positions first: 2 are open or under way.')
  await expectNoViolations(page, 'credentials, positions are open')
  await positions.getByRole('button', { name: 'Close now' }).click()
  await expect(positions).toContainText('2 still open.')
  expect(requests).toEqual([[true, { action: 'stop', close_positions: true }]])
  held = 0
  await expect(positions).toContainText('Every live position is closed.')
  await positions.getByRole('button', { name: 'Go on' }).click()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete credentials' }).click()
  await expect(toast(page, 'Credentials deleted.')).toBeVisible()
})
