import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { listAudit } from '@trading-bot/contract/rest/operations/logs'
import { addUserNote, endUserSession, readUserPage } from '@trading-bot/contract/rest/operations/user-page'
import { listBots } from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { expect, test } from 'vitest'
import { serverForFile } from '../../testing/test-server.ts'
import { addTrip } from '../../testing/test-trades.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { adminForFile } from '../../testing/test-accounts.ts'

const server = serverForFile()
const admin = adminForFile(server)

const page = async (id: string) => (await server.call(readUserPage, { id }, admin.access)).body

test('one page holds a user’s subscription, payments, bots, trades, credentials’ state and sessions', async () => {
  const trader = await addTrader(server)
  await addTrip(server, trader, { enteredAt: '2026-11-16T04:00:00.000Z', exitedAt: '2026-11-16T04:30:00.000Z' })
  expect((await page(trader.user_id)).credentials).toBeNull()
  const secrets = { api_key: 'key-12345678', client_code: 'TRADER1', mpin: '4321', totp_secret: 'JBSWY3DPEHPK3PXP' }
  expect((await server.call(saveCredentials, secrets, trader.token)).status).toBe(200)
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
  expect(JSON.stringify(read)).not.toMatch(/5678|ADER1|4321|3PXP|•/)
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
