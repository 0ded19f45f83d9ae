import * as api from '@trading-bot/contract/rest/accounts/users'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, expectSaid, expectStats, fieldOf, fill, rowsOf } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

let user: api.ManagedUser

/** From now on the list holds this one user; a change is kept and answered with the message. */
function show(change: Partial<api.ManagedUser>) {
  user = { ...recorded(api.listUsers).find(({ username }) => username === 'demo')!, ...change }
  answer(api.listUsers, () => [user], { totals: { total: 12_345, suspended: 0, admins: 1, matching: 1 } })
}
function changed(message: string, change: Partial<api.ManagedUser>) {
  user = { ...user, ...change }
  return { message, user }
}

beforeEach(() => {
  signInAs('admin')
  show({})
})

test('an administrator finds a user, suspends, restores and flattens the account, each with a reason and the password when the sign-in is old', async () => {
  answer(api.suspendUser, () => changed('demo is suspended.', { status: 'suspended', live_sessions: 0 }))
  answer(api.restoreUser, () => changed('demo may sign in again.', { status: 'active' }))
  await visit('/admin/subscriptions')
  await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click()
  await expectPath('/admin/users')
  await expectStats({ Users: '12,345' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('DEM')
  await expect.poll(() => sentTo(api.listUsers).at(-1)?.query.get('search')).toBe('DEM')
  await button('Manage demo').click()
  await button('Suspend', dialog).click()
  await expect.element(dialog).toHaveTextContent('Say why, for the history')
  await fill({ 'Reason for a suspension': 'Asked by the user' }, dialog)
  await expectSaid(button('Suspend', dialog), 'demo is suspended.')
  expect(sentTo(api.suspendUser).map(({ body }) => body)).toEqual([{ reason: 'Asked by the user' }])
  await expect.element(button('Sign out everywhere', dialog)).toBeDisabled()
  await expectSaid(button('Restore', dialog), 'demo may sign in again.')
  await expect.element(button('Suspend', dialog)).toBeVisible()

  refuse(api.flattenAccount, 403, { error: 'Type your password again to do this.', code: 'PASSWORD_FOR_ADMIN' })
  const form = dialog.getByRole('form', { name: 'Flatten account' })
  const flatten = button('Flatten', form)
  await flatten.click()
  await expect.element(form).toHaveTextContent('Say why: the user reads it')
  expect(sentTo(api.flattenAccount)).toEqual([])
  await fill({ 'Reason to flatten': 'Asked for by phone' }, form)
  await flatten.click()
  await fill({ 'Your password': 'Admin@1234' }, form)
  answer(api.flattenAccount, { message: '1 bot stopped.', stopped_bots: 1, open_positions: 0 })
  await expectSaid(flatten, '1 bot stopped.')
  expect(sentTo(api.flattenAccount).at(-1)?.body).toEqual({ reason: 'Asked for by phone', password: 'Admin@1234' })
})

type Sent = { outbound_address: string | null }

test('an egress address is assigned and taken away; a role change requires the typed name and the administrator’s password', async () => {
  const address = fieldOf('Outbound address for live trading', dialog)
  const assign = button('Assign', dialog)
  refuse(api.assignAddress, 400, { outbound_address: ['Enter an IPv4 or IPv6 address'] })
  await visit('/admin/users')
  await button('Manage demo').click()
  await address.fill('somewhere')
  await assign.click()
  await expect.element(dialog).toHaveTextContent('Enter an IPv4 or IPv6 address')
  answer(api.assignAddress, ({ body }) => changed('Assigned.', body as Partial<api.ManagedUser>))
  await address.fill('203.0.113.7')
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('Assigned.')).toBeVisible()
  await visit('/admin/users')
  await button('Manage demo').click()
  await expect.element(address).toHaveValue('203.0.113.7')
  const taken = 'anita has this address.'
  refuse(api.assignAddress, 409, { error: taken, code: 'ADDRESS_TAKEN' })
  await assign.click()
  await expect.element(dialog).toHaveTextContent(taken)
  await dialog.getByRole('switch', { name: 'Shared with a family member who has it' }).click({ force: true })
  await assign.click()
  await expect.element(dialog).toHaveTextContent('Say where the written consent is')
  await fill({ 'Where the written consent is': 'Folder 7', 'Day of the consent': '2026-11-03' }, dialog)
  answer(api.assignAddress, ({ body }) =>
    changed('Assigned again.', { outbound_address: (body as Sent).outbound_address }),
  )
  await expectSaid(assign, 'Assigned again.')
  const family = { relation: 'spouse', evidence: 'Folder 7', consented_on: '2026-11-03' }
  expect(sentTo(api.assignAddress).at(-1)?.body).toMatchObject({ outbound_address: '203.0.113.7', family })
  await address.clear()
  await assign.click()
  await expect
    .poll(() => sentTo(api.assignAddress).at(-1)?.body)
    .toEqual({ outbound_address: null, secondary_address: null })

  const form = dialog.getByRole('form', { name: 'Make administrator' })
  const make = button('Make administrator', form)
  await button('Make administrator', dialog).click()
  await make.click()
  await expect.element(form).toHaveTextContent('Type the username to confirm')
  expect(sentTo(api.changeRole)).toEqual([])
  refuse(api.changeRole, 400, { confirm: ['Type demo to confirm'] })
  await fill({ 'Type demo to confirm': 'somebody', 'Your password': 'Admin@1234' }, form)
  await make.click()
  await expect.element(fieldOf('Type demo to confirm', form)).toHaveAttribute('aria-invalid', 'true')
  answer(api.changeRole, () => changed('demo is an administrator now.', { is_admin: true }))
  await fill({ 'Type demo to confirm': 'demo' }, form)
  await expectSaid(make, 'demo is an administrator now.')
  await expect.element(rowsOf('Users')).toHaveTextContent('Admin')
  expect(sentTo(api.changeRole).at(-1)?.body).toEqual({ is_admin: true, confirm: 'demo', password: 'Admin@1234' })
})

test('an administrator sees a rejected broker log-in with its reason and retries it; a list that cannot be loaded says so', async () => {
  const reason = 'The broker does not know this client code and MPIN together.'
  show({ broker_log_in: { state: 'rejected', reason, since: null, retry_at: null } })
  const broker_log_in = { state: 'untried', reason: null, since: null, retry_at: null } as const
  answer(api.retryBrokerLogIn, () => changed('We try the broker log-in of demo again.', { broker_log_in }))
  await visit('/admin/users')
  await expect.element(rowsOf('Users')).toHaveTextContent('Log-in rejected')
  await button('Manage demo').click()
  const logIn = dialog.getByRole('region', { name: 'Broker log-in' })
  await expect.element(logIn).toHaveTextContent(reason)
  await expectSaid(button('Try log-in again', dialog), 'We try the broker log-in of demo again.')
  await expect.element(logIn).toHaveTextContent('not tried yet')
  await expect.element(button('Try log-in again', dialog)).not.toBeInTheDocument()
  refuse(api.listUsers, 500)
  await visit('/admin/users')
  await expect.element(page.getByText('This could not be loaded')).toBeVisible()
})
