import {
  assignAddress,
  changeRole,
  listUsers,
  type ManagedUser,
  restoreUser,
  retryBrokerLogIn,
  suspendUser,
} from '@trading-bot/contract/rest/accounts/users'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, recorded, refuse, sentTo } from '../../testing/answers.ts'
import { button, dialog, rowsOf, stat } from '../../testing/controls.ts'
import { expectPath, signInAs, toast, visit } from '../../testing/open-app.tsx'

const field = (label: string) => dialog.getByLabelText(label)
let user: ManagedUser

/** From now on the list holds this one user; a change is kept and answered with the message. */
function show(change: Partial<ManagedUser>) {
  user = { ...recorded(listUsers).find(({ username }) => username === 'demo')!, ...change }
  answer(listUsers, () => [user], { totals: { total: 12_345, suspended: 0, admins: 1, matching: 1 } })
}
function changed(message: string, change: Partial<ManagedUser>) {
  user = { ...user, ...change }
  return { message, user }
}

beforeEach(() => {
  signInAs('admin')
  show({})
})

test('an administrator finds a user, suspends, restores and signs out', async () => {
  answer(suspendUser, () => changed('demo is suspended.', { status: 'suspended', live_sessions: 0 }))
  answer(restoreUser, () => changed('demo may sign in again.', { status: 'active' }))
  await visit('/admin/subscriptions')
  await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click()
  await expectPath('/admin/users')
  await expect.element(stat('Users')).toHaveTextContent('12,345')
  await page.getByRole('searchbox', { name: 'Search' }).fill('DEM')
  await expect.poll(() => sentTo(listUsers).at(-1)?.query.get('search')).toBe('DEM')
  await button('Manage demo').click()
  await button('Suspend', dialog).click()
  await expect.element(dialog).toHaveTextContent('Say why, for the history')
  await field('Reason for a suspension').fill('Asked by the user')
  await button('Suspend', dialog).click()
  await expect.element(toast('demo is suspended.')).toBeVisible()
  expect(sentTo(suspendUser).map(({ body }) => body)).toEqual([{ reason: 'Asked by the user' }])
  await expect.element(button('Sign out everywhere', dialog)).toBeDisabled()
  await button('Restore', dialog).click()
  await expect.element(toast('demo may sign in again.')).toBeVisible()
  await expect.element(button('Suspend', dialog)).toBeVisible()
})

test('a role change requires the typed name and the administrator’s password', async () => {
  const form = dialog.getByRole('form', { name: 'Make administrator' })
  const confirm = field('Type demo to confirm')
  await visit('/admin/users')
  await button('Manage demo').click()
  await button('Make administrator', dialog).click()
  await button('Make administrator', form).click()
  await expect.element(form).toHaveTextContent('Type the username to confirm')
  expect(sentTo(changeRole)).toEqual([])
  refuse(changeRole, 400, { confirm: ['Type demo to confirm'] })
  await confirm.fill('somebody')
  await form.getByLabelText('Your password').fill('Admin@1234')
  await button('Make administrator', form).click()
  await expect.element(confirm).toHaveAttribute('aria-invalid', 'true')
  answer(changeRole, () => changed('demo is an administrator now.', { is_admin: true }))
  await confirm.fill('demo')
  await button('Make administrator', form).click()
  await expect.element(toast('demo is an administrator now.')).toBeVisible()
  await expect.element(rowsOf('Users')).toHaveTextContent('Admin')
  expect(sentTo(changeRole).at(-1)?.body).toEqual({ is_admin: true, confirm: 'demo', password: 'Admin@1234' })
})

test('an administrator assigns a user’s egress address; an invalid one shows its error beside the field', async () => {
  const address = field('Outbound address for live trading')
  const assign = button('Assign', dialog)
  refuse(assignAddress, 400, { outbound_address: ['Enter an IPv4 or IPv6 address'] })
  await visit('/admin/users')
  await button('Manage demo').click()
  await address.fill('somewhere')
  await assign.click()
  await expect.element(dialog).toHaveTextContent('Enter an IPv4 or IPv6 address')
  answer(assignAddress, ({ body }) => changed('Assigned.', body as Partial<ManagedUser>))
  await address.fill('203.0.113.7')
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('Assigned.')).toBeVisible()
  await visit('/admin/users')
  await button('Manage demo').click()
  await expect.element(address).toHaveValue('203.0.113.7')
  await address.clear()
  await assign.click()
  await expect.poll(() => sentTo(assignAddress).at(-1)?.body).toEqual({ outbound_address: null })
})

test('an administrator sees a rejected broker log-in with its reason and retries it', async () => {
  const reason = 'The broker does not know this client code and MPIN together.'
  show({ broker_log_in: { state: 'rejected', reason, since: null, retry_at: null } })
  answer(retryBrokerLogIn, () =>
    changed('We try the broker log-in of demo again.', {
      broker_log_in: { state: 'untried', reason: null, since: null, retry_at: null },
    }),
  )
  await visit('/admin/users')
  await expect.element(rowsOf('Users')).toHaveTextContent('Log-in rejected')
  await button('Manage demo').click()
  const logIn = dialog.getByRole('region', { name: 'Broker log-in' })
  await expect.element(logIn).toHaveTextContent(reason)
  await button('Try log-in again', dialog).click()
  await expect.element(toast('We try the broker log-in of demo again.')).toBeVisible()
  await expect.element(logIn).toHaveTextContent('not tried yet')
  await expect.element(button('Try log-in again', dialog)).not.toBeInTheDocument()
})

test('the user menu shows the link to the users to administrators only', async () => {
  await visit('/admin/logs')
  await button('Your account').click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  signInAs('trader')
  await visit('/pricing')
  await button('Your account').click()
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Users' })).not.toBeInTheDocument()
})

test('the page shows an error when the users cannot be loaded', async () => {
  refuse(listUsers, 500)
  await visit('/admin/users')
  await expect.element(toast('Failed to fetch users')).toBeVisible()
})
