import { listBots } from '@trading-bot/contract/rest/trading/bots'
import { addUserNote, endUserSession, readUserPage } from '@trading-bot/contract/rest/operations/user-page'
import { listAudit } from '@trading-bot/contract/rest/operations/logs'
import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import { logIn, readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import {
  assignAddress,
  changeRole,
  closeAccount,
  endUserSessions,
  exportMyData,
  listUsers,
  restoreUser,
  suspendUser,
} from '@trading-bot/contract/rest/accounts/users'
import { expect, test } from 'vitest'
import {
  type Account,
  adminForFile,
  auditOf,
  enrolApp,
  mailsTo,
  newestMail,
  signUp,
  signUpAdmin,
} from '../../testing/test-accounts.ts'
import { ledgerSum, signUpHolder } from '../../testing/test-plans.ts'
import { type Reply, serverForFile } from '../../testing/test-server.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../testing/test-trades.ts'

const server = serverForFile()
const admin = adminForFile(server)

function totalsOf({ headers }: Reply<unknown>): unknown {
  return JSON.parse(headers.get('x-totals') ?? 'null')
}

const actionsOn = async (id: string) => (await auditOf(server, id)).filter((action) => action.startsWith('user.'))

test('users are listed newest first, found by part of e-mail or name, and counted', async () => {
  const one = await signUp(server)
  server.moveTime(1000)
  const two = await signUp(server)
  const { body } = await server.call(listUsers, { page_size: 2 }, admin.access)
  expect(body.map(({ id }) => id)).toEqual([two.user.id, one.user.id])
  expect(body[0]).toMatchObject({ name: 'Neha Rao', status: 'active', is_admin: false, live_sessions: 1 })
  const found = await server.call(listUsers, { search: one.registration.email.toUpperCase() }, admin.access)
  expect(found.body.map(({ id }) => id)).toEqual([one.user.id])
  expect(totalsOf(found)).toMatchObject({ matching: 1, admins: 1 })
  const admins = await server.call(listUsers, { role: 'admin' }, admin.access)
  expect(admins.body.map(({ id }) => id)).toEqual([admin.user.id])
  expect(JSON.stringify(body)).not.toContain('password')
})

test('suspending a user signs them out at once and refuses log-in; restoring allows it again', async () => {
  const { user, access, registration } = await signUp(server)
  const { username, password } = registration
  const suspended = await server.call(suspendUser, { id: user.id, reason: 'Chargeback' }, admin.access)
  expect(suspended.body.user).toMatchObject({ status: 'suspended', live_sessions: 0 })
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
  const refused = await server.call(logIn, { username, password })
  expect(refused.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
  const again = await server.call(suspendUser, { id: user.id, reason: 'x' }, admin.access)
  expect(again.body).toMatchObject({ code: 'ALREADY_SO' })
  await server.call(restoreUser, { id: user.id }, admin.access)
  expect((await server.call(logIn, { username, password })).status).toBe(200)
  expect(await actionsOn(user.id)).toEqual(['user.suspended', 'user.restored'])
  const self = await server.call(suspendUser, { id: admin.user.id, reason: 'x' }, admin.access)
  expect(self.body).toMatchObject({ code: 'NOT_YOURSELF' })
})

test('an administrator can sign a user out everywhere', async () => {
  const { user, access } = await signUp(server)
  const { body } = await server.call(endUserSessions, { id: user.id }, admin.access)
  expect(body.ended).toBe(1)
  expect((await server.call(readProfile, {}, access)).status).toBe(401)
  expect(await actionsOn(user.id)).toEqual(['user.sessions-ended'])
})

test('an address for live orders is assigned, changed and removed, each with an audit line', async () => {
  const { user } = await signUp(server)
  const assign = (outbound_address: string | null) =>
    server.call(assignAddress, { id: user.id, outbound_address }, admin.access)
  expect((await assign('203.0.113.7')).body.user).toMatchObject({ outbound_address: '203.0.113.7' })
  expect((await assign('203.0.113.7')).body).toMatchObject({ code: 'ALREADY_SO' })
  expect((await assign('2001:db8::7')).body.message).toContain('leave from 2001:db8::7.')
  expect((await assign('2001:db8::8')).body).toMatchObject({ code: 'ADDRESS_CHANGED' })
  expect((await assign('somewhere')).body).toMatchObject({ outbound_address: ['Enter an IPv4 or IPv6 address'] })
  expect((await assign(null)).body.user.outbound_address).toBeNull()
  expect(await actionsOn(user.id)).toEqual(Array.from({ length: 3 }, () => 'user.address-assigned'))
})

test("a role changes only with the typed username and the administrator's own password", async () => {
  const { user, access, registration } = await signUp(server)
  const { password } = admin.registration
  const filter = { id: user.id, is_admin: true, confirm: registration.username, password }
  const send = async (change: object) => (await server.call(changeRole, { ...filter, ...change }, admin.access)).body
  expect(await send({ confirm: 'somebody' })).toMatchObject({ confirm: [`Type ${registration.username} to confirm`] })
  expect(await send({ password: 'Wrong123' })).toMatchObject({ password: ['Your current password is not right.'] })
  expect((await server.call(listUsers, {}, access)).status).toBe(403)
  expect(await send({})).toMatchObject({ user: { is_admin: true } })
  expect((await server.call(listUsers, {}, access)).status).toBe(200)
  expect(await send({})).toMatchObject({ code: 'ALREADY_SO' })
  expect(await send({ is_admin: false })).toMatchObject({ user: { is_admin: false } })
  expect((await server.call(listUsers, {}, access)).status).toBe(403)
  expect(await actionsOn(user.id)).toEqual(['user.role-changed', 'user.role-changed'])
  const self = { id: admin.user.id, is_admin: false, confirm: admin.registration.username, password }
  expect((await server.call(changeRole, self, admin.access)).body).toMatchObject({ code: 'NOT_YOURSELF' })
})

test('an administrator with an authenticator app also needs its code to change a role', async () => {
  const boss = await signUpAdmin(server)
  const { code } = await enrolApp(server, boss)
  server.moveTime(30_000)
  const { user, registration } = await signUp(server)
  const change = { id: user.id, is_admin: true, confirm: registration.username, password: boss.registration.password }
  const bare = await server.call(changeRole, change, boss.access)
  expect(bare.body).toMatchObject({ otp: ['Enter the code from your authenticator app'] })
  expect((await server.call(changeRole, { ...change, otp: code() }, boss.access)).body.user.is_admin).toBe(true)
})

const CREDENTIALS = { api_key: 'Xk29fjQ1', client_code: 'A123456', mpin: '4821', totp_secret: 'JBSWY3DPEHPK3PXP' }

test("a user can export all their data, without secrets and without anyone else's", async () => {
  const buyer = await signUpHolder(server)
  await server.call(saveCredentials, CREDENTIALS, buyer.token)
  const { body, headers } = await server.raw('GET', `/api${exportMyData.path}`, { token: buyer.token })
  expect(headers.get('content-type')).toContain('application/json')
  const text = JSON.stringify(body)
  const parts = body as Record<string, Record<string, unknown>[]>
  expect(parts['profile']).toMatchObject([{ email: buyer.registration.email }])
  expect(parts['payments']).toMatchObject([{ plan_name: 'EMA Monthly', amount_paise: '99900' }])
  expect(parts['subscriptions']).toMatchObject([{ status: 'active', configuration: { ema_period: expect.anything() } }])
  expect(parts['credentials']).toMatchObject([{ api_key_tail: 'fjQ1' }])
  expect(parts['consents']).toHaveLength(NOTICE_KEYS.length)
  expect(text).not.toMatch(/password|plain:|Xk29|4821|JBSWY/)
  expect(text).not.toContain(admin.registration.email)
})

test('closing the account ends the plan, forgets the person and keeps the books', async () => {
  const { token, user, registration, order } = await signUpHolder(server)
  await server.call(saveCredentials, CREDENTIALS, token)
  const { password, username, email } = registration
  // An audit line that contains the e-mail before and after.
  await server.call(updateProfile, { first_name: 'Asha' }, token)
  const entity = { order_id: order.order_id, amount: 99_900, email: 'payer@example.in', contact: '+919820011111' }
  const now = server.deps.clock.now()
  await server.db
    .insertInto('payment_events')
    .values({
      event_id: 'evt_closing',
      event: 'payment.captured',
      body: JSON.stringify({ payload: { payment: { entity } } }),
      received_at: now,
      applied_at: now,
    })
    .execute()
  // A registration that began with the same address left a code.
  await server.db
    .insertInto('email_codes')
    .values({ email, code_hash: Buffer.alloc(32), expires_at: now, tries_left: 5, sent_on: now, sent_count: 1 })
    .execute()
  const wrong = await server.call(closeAccount, { confirm: 'close', password }, token)
  expect(wrong.body).toMatchObject({ confirm: ['Type CLOSE to confirm'] })
  expect((await server.call(closeAccount, { confirm: 'CLOSE', password: 'Nope1234' }, token)).status).toBe(400)
  expect((await server.call(readProfile, {}, token)).status).toBe(200)

  expect((await server.call(closeAccount, { confirm: 'CLOSE', password }, token)).status).toBe(200)
  expect((await server.call(readProfile, {}, token)).status).toBe(401)
  expect((await server.call(logIn, { username, password })).status).toBe(400)
  const row = await server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'closed', first_name: 'Closed', phone_number: '' })
  expect(row.password_hash).not.toContain(password)
  expect(await server.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  expect(await server.db.selectFrom('email_codes').select('email').where('email', '=', email).execute()).toEqual([])
  // The only mail left is the one that says what was erased and what is kept.
  expect(await mailsTo(server, email)).toEqual(['Your Trading Bot account is closed'])
  expect((await newestMail(server, email)).text).toMatch(/Erased: your name.*Kept without your name.*8 years.*5 years/s)
  const consents = await server.db.selectFrom('consents').select('address').where('user_id', '=', user.id).execute()
  expect(consents).toEqual(NOTICE_KEYS.map(() => ({ address: null })))
  const messages = await server.db.selectFrom('payment_events').select('body').execute()
  expect(messages).toMatchObject([{ body: { payload: { payment: { entity: { amount: 99_900 } } } } }])
  expect(JSON.stringify(messages)).not.toMatch(/payer@example|98200/)
  const credentials = server.db.selectFrom('credentials').select('user_id').where('user_id', '=', user.id)
  expect(await credentials.execute()).toEqual([])
  const lines = await server.db.selectFrom('audit_lines').selectAll().where('subject_id', '=', user.id).execute()
  expect(JSON.stringify(lines)).not.toContain(email)
  expect(lines.map(({ action }) => action)).toContain('account.closed')
  // The books: the payment stays, the unused value is refundable, the ledger sums to zero.
  const kept = await server.db.selectFrom('payments').select('amount_paise').where('user_id', '=', user.id).execute()
  expect(kept).toEqual([{ amount_paise: '99900' }])
  const sums = Object.values(await ledgerSum(server)).reduce((sum, part) => sum + part, 0n)
  expect(sums).toBe(0n)
  // Username and e-mail are available again.
  const { status } = await server.raw('POST', '/api/auth/register/', { body: JSON.stringify(registration) })
  expect(status).toBe(200)
})

test('an account with an open position, or of an administrator, cannot be closed', async () => {
  const trader = await addTrader(server)
  await addOpenPosition(server, trader)
  const close = { confirm: 'CLOSE', password: trader.registration.password }
  const refused = await server.call(closeAccount, close, trader.token)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'POSITIONS_STILL_OPEN' }])
  expect((await server.call(readProfile, {}, trader.token)).status).toBe(200)
  expect((await server.call(closeAccount, close, admin.access)).body).toMatchObject({ code: 'ADMIN_CANNOT_CLOSE' })
})

test.each(['demote', 'suspend'])(
  'of two administrators who %s each other twenty times at once, one stays',
  async (way) => {
    const pair = [await signUpAdmin(server), await signUpAdmin(server)] as const
    const against = (one: Account, { user, registration }: Account) => {
      const { password } = one.registration
      const role = { id: user.id, is_admin: false, confirm: registration.username, password }
      return way === 'demote'
        ? server.call(changeRole, role, one.access)
        : server.call(suspendUser, { id: user.id, reason: 'x' }, one.access)
    }
    const [one, other] = pair
    const turns = Array.from({ length: 10 }, () => [against(one, other), against(other, one)])
    const statuses = (await Promise.all(turns.flat())).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const left = server.db.selectFrom('users').select('id').where('is_admin', '=', true).where('status', '=', 'active')
    expect(await left.where('id', 'in', [one.user.id, other.user.id]).execute()).toHaveLength(1)
  },
)

const page = async (id: string) => (await server.call(readUserPage, { id }, admin.access)).body

test('one page holds a user’s subscription, payments, bots, trades, credentials’ state and sessions', async () => {
  const trader = await addTrader(server)
  await addTrip(server, trader, { enteredAt: '2026-11-16T04:00:00.000Z', exitedAt: '2026-11-16T04:30:00.000Z' })
  expect((await page(trader.user_id)).credentials).toBeNull()
  expect((await server.call(saveCredentials, CREDENTIALS, trader.token)).status).toBe(200)
  const read = await page(trader.user_id)
  expect(read).toMatchObject({
    user: { id: trader.user_id, username: trader.registration.username, live_sessions: 1 },
    subscriptions: [{ id: trader.subscription_id, status: 'active' }],
    payments: [{ status: 'success' }],
    bots: [{ id: trader.id, status: 'running' }],
    credentials: { is_verified: false, log_in: { state: 'untried' } },
    sessions: [{ device: expect.any(String) }],
    notes: [],
  })
  expect(read.trades).toHaveLength(2)
  // Not even the last characters of a secret.
  expect(JSON.stringify(read)).not.toMatch(/fjQ1|123456|4821|3PXP|•/)
})

test('an operator ends one session of a user, and the audit says whose', async () => {
  const trader = await addTrader(server)
  const [session] = (await page(trader.user_id)).sessions
  const other = await addTrader(server)
  const end = (id: string) => server.call(endUserSession, { id, session_id: session?.id ?? '' }, admin.access)
  expect((await end(other.user_id)).status).toBe(404)
  expect((await server.call(listBots, {}, trader.token)).status).toBe(200)
  expect((await end(trader.user_id)).body.message).toBe(`${trader.registration.username} is signed out on that device.`)
  expect((await server.call(listBots, {}, trader.token)).status).toBe(401)
  expect((await page(trader.user_id)).sessions).toEqual([])
  const { body } = await server.call(listAudit, { subject_id: trader.user_id, limit: 1 }, admin.access)
  expect(body).toMatchObject([{ action: 'user.session-ended', after: { session_id: session?.id } }])
})

test('notes are kept with author and time, newest first, and go with the account', async () => {
  const trader = await addTrader(server)
  const note = (text: string) => server.call(addUserNote, { id: trader.user_id, text }, admin.access)
  expect((await note('  ')).status).toBe(400)
  expect((await note('Called about a refund.')).status).toBe(201)
  server.moveTime(1000)
  await note('Paid back on Monday.\nSatisfied.')
  expect((await page(trader.user_id)).notes).toMatchObject([
    { text: 'Paid back on Monday.\nSatisfied.', author: admin.registration.email.toLowerCase() },
    { text: 'Called about a refund.' },
  ])
  const { body: lines } = await server.call(listAudit, { subject_id: trader.user_id, limit: 1 }, admin.access)
  expect(lines[0]?.action).toBe('user.note-added')
  expect(JSON.stringify(lines)).not.toContain('Satisfied')
  const proof = { confirm: 'CLOSE', password: trader.registration.password }
  expect((await server.call(closeAccount, proof, trader.token)).status).toBe(200)
  expect((await page(trader.user_id)).notes).toEqual([])
  expect((await note('Too late.')).status).toBe(409)
})
