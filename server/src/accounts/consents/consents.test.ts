import { NOTICE_KEYS } from '@trading-bot/contract/legal/notice-keys'
import { noticesOf } from '@trading-bot/contract/legal/notices'
import { SIMULATED_VARIANT } from '@trading-bot/contract/legal/variant'
import { acceptNotices, listConsents } from '@trading-bot/contract/rest/accounts/consents'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import { expect, test } from 'vitest'
import { auditOf, signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()
const NOTICES = noticesOf(SIMULATED_VARIANT)

const CURRENT = NOTICE_KEYS.map((notice) => ({ notice, version: NOTICES[notice].version }))

/** As if the user had registered when an older text was in force. */
async function acceptedOlder(userId: string, notice: 'terms' | 'risk') {
  await server.asOwner((db) =>
    db
      .updateTable('consents')
      .set({ version: '2025-01-01' })
      .where('user_id', '=', userId)
      .where('notice', '=', notice)
      .execute(),
  )
}

test('creating an account records the current version of every notice, with time and address', async () => {
  const { user, access } = await signUp(server)
  const { body } = await server.call(listConsents, {}, access)
  const given_at = server.deps.clock.now().toISOString()
  expect(body.given).toHaveLength(NOTICE_KEYS.length)
  expect(body.given).toEqual(expect.arrayContaining(CURRENT.map((consent) => ({ ...consent, given_at }))))
  expect(body.due).toEqual([])
  const rows = await server.db.selectFrom('consents').select('address').where('user_id', '=', user.id).execute()
  expect(rows.every(({ address }) => address === '127.0.0.1')).toBe(true)
})

test('the application neither changes nor removes a consent', async () => {
  const denied = { code: '42501' }
  const older = server.db.updateTable('consents').set({ version: '2025-01-01' })
  await expect(older.execute()).rejects.toMatchObject(denied)
  await expect(server.db.deleteFrom('consents').execute()).rejects.toMatchObject(denied)
})

test('a newer version is due until it is accepted; the older consent stays on record', async () => {
  const { user, access } = await signUp(server)
  await acceptedOlder(user.id, 'terms')
  const { version } = NOTICES.terms
  expect((await server.call(listConsents, {}, access)).body.due).toEqual([
    { notice: 'terms', version, is_first: false },
  ])
  server.moveTime(1000)
  const accepted = await server.call(acceptNotices, { notices: [{ notice: 'terms', version }] }, access)
  expect(accepted.body.due).toEqual([])
  expect(accepted.body.given.filter(({ notice }) => notice === 'terms').map((row) => row.version)).toEqual([
    version,
    '2025-01-01',
  ])
  // Accepting again changes neither the time nor the history.
  server.moveTime(1000)
  const again = await server.call(acceptNotices, { notices: [{ notice: 'terms', version }] }, access)
  expect(again.body).toEqual(accepted.body)
  const lines = await auditOf(server, user.id)
  expect(lines.filter((action) => action === 'account.notices-accepted')).toHaveLength(1)
})

test('accepting a version that is not the current one is refused and records nothing', async () => {
  const { user, access } = await signUp(server)
  await acceptedOlder(user.id, 'risk')
  const notices = [{ notice: 'risk' as const, version: '2025-06-01' }]
  const refused = await server.call(acceptNotices, { notices }, access)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'NOTICE_CHANGED' }])
  expect((await server.call(listConsents, {}, access)).body.due).toMatchObject([{ notice: 'risk' }])
})

test('an account from before the notices is asked for all of them; an administrator for none', async () => {
  const [{ user, access }, admin] = [await signUp(server), await signUpAdmin(server)]
  const both = [user.id, admin.user.id]
  await server.asOwner((db) => db.deleteFrom('consents').where('user_id', 'in', both).execute())
  const due = CURRENT.map((notice) => ({ ...notice, is_first: true }))
  expect((await server.call(listConsents, {}, access)).body).toEqual({ given: [], due })
  expect((await server.call(listConsents, {}, admin.access)).body.due).toEqual([])
})

test('anyone can read who runs the platform and where to complain', async () => {
  const { body } = await server.call(readOperator, {})
  expect(body).toMatchObject({ name: server.deps.config.seller.name, grievance_email: 'grievance@bot.example.in' })
})
