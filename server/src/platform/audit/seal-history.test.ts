import { randomBytes } from 'node:crypto'
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { HOUR_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../testing/test-trades.ts'
import { recordAudit } from './record-audit.ts'
import { sealHistory } from './seal-history.ts'
import { signingKeyOf } from './signing-key.ts'
import { verifyHistory } from './verify-history.ts'
import { serverForFile } from '../../testing/test-server.ts'
import type { Queryable } from '../db/client.ts'

const server = serverForFile()

const verify = (expected = {}, db: Queryable = server.db) =>
  verifyHistory(db, signingKeyOf(server.deps.config.sealKey).fingerprint, expected)
const problems = async (expected = {}, db: Queryable = server.db) =>
  (await verify(expected, db)).flatMap((finding) => finding.problems)

/** What only the owner can do, until the end of the test. */
async function forge(test: (db: Queryable) => Promise<void>): Promise<void> {
  const done = new Error('given up on purpose')
  const forging = server.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      await test(tx)
      throw done
    }),
  )
  await expect(forging).rejects.toBe(done)
}

const scene = () => ({
  clock: server.deps.clock,
  actor: undefined,
  origin: { requestId: 'request', address: '203.0.113.7', device: 'test' },
})

async function addLine(id: string) {
  await recordAudit(server.db, scene(), { action: 'test.done', subject: { kind: 'thing', id }, after: { value: id } })
}

test('every line and every ended order is sealed once, in linked seals, also by twenty processes at the same time', async () => {
  const trader = await addTrader(server)
  await addTrip(server, trader, { enteredAt: '2026-11-16T04:00:00.000Z', exitedAt: '2026-11-16T04:30:00.000Z' })
  for (const hour of ['first', 'second', 'third']) {
    await addLine(hour)
    server.moveTime(HOUR_MS)
    await Promise.all(Array.from({ length: 20 }, () => sealHistory(server.deps)))
  }
  const [audit, orders] = await verify()
  const lines = await sql<{ n: number }>`select count(*)::int as n from audit_lines`.execute(server.db)
  expect(audit).toMatchObject({ seals: 3, records: lines.rows[0]?.n, unsealed: 0, problems: [] })
  expect(orders).toMatchObject({ seals: 1, records: 2, unsealed: 0, problems: [] })
  expect(await sealHistory(server.deps)).toEqual([])
})

const SECOND = `where subject_id = 'second'`
const CHANGED_OR_ADDED = /Seal 2: 1 records of audit were changed or added/

test.each([
  ['a changed line', `update audit_lines set after = '{"value":"forged"}' ${SECOND}`, CHANGED_OR_ADDED],
  ['a changed address', `update audit_lines set address = '198.51.100.1' ${SECOND}`, CHANGED_OR_ADDED],
  ['a removed line', `delete from audit_lines where subject_id = 'first'`, /Seal 1: 1 records of audit are missing/],
  [
    'a line added to the past',
    `insert into audit_lines (id, at, action, subject_kind, subject_id)
     select gen_random_uuid(), at, 'forged', 'thing', 'x' from audit_lines ${SECOND}`,
    CHANGED_OR_ADDED,
  ],
  ['a changed order', `update orders set reason = 'forged' where purpose = 'ENTRY'`, /Seal 1: 1 records of orders/],
  ['a changed fill', `update fills set price_paise = price_paise + 5`, /records of orders were changed/],
  ['values that hide as erased', `update audit_lines set erased_values = sha256('x') ${SECOND}`, /not closed/],
  ['a changed seal', `update seals set until = until + '1 s' where chain = 'orders'`, /Seal 1 was changed/],
  ['a removed seal', `delete from seals where chain = 'audit' and number = 2`, /A seal before seal 3 is missing/],
])('finds %s', async (_, change, sentence) => {
  expect(await problems()).toEqual([])
  await forge(async (db) => {
    await sql.raw(change).execute(db)
    expect((await problems({}, db)).join('\n')).toMatch(sentence)
  })
})

test('finds a history whose end was cut off, and one that was sealed again with another key', async () => {
  const [, , newest] = await server.db
    .selectFrom('seals')
    .select('hash')
    .where('chain', '=', 'audit')
    .orderBy('number')
    .execute()
  expect(await problems({ audit: newest?.hash })).toEqual([])
  await forge(async (db) => {
    await sql`delete from seals where chain = 'audit' and number = 3`.execute(db)
    await sql`delete from audit_lines where subject_id = 'third'`.execute(db)
    expect(await problems({}, db)).toEqual([])
    expect(await problems({ audit: newest?.hash }, db)).toEqual([expect.stringContaining('cut off or rewritten')])
  })
  const other = signingKeyOf(randomBytes(32)).fingerprint
  const found = (await verifyHistory(server.db, other)).flatMap((finding) => finding.problems)
  expect(found).toEqual(Array(2).fill(expect.stringContaining('signed with another key')))
})

test('the seals hold after an account was closed and its personal values were erased', async () => {
  const { registration, user } = await signUp(server)
  server.moveTime(HOUR_MS)
  await sealHistory(server.deps)
  const { username, password } = registration
  const { body } = await server.call(logIn, { username, password })
  expect((await server.call(closeAccount, { confirm: 'CLOSE', password }, body.access)).status).toBe(200)
  const lines = await server.db.selectFrom('audit_lines').selectAll().where('actor_id', '=', user.id).execute()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(({ address, address_salt }) => address !== null || address_salt !== null)).toEqual([])
  server.moveTime(HOUR_MS)
  await sealHistory(server.deps)
  expect(await problems()).toEqual([])
})

test('a line of a moment ago waits, and an open order holds back what was decided after it', async () => {
  const trader = await addTrader(server)
  server.moveTime(HOUR_MS)
  await sealHistory(server.deps)
  await addLine('just now')
  await addOpenPosition(server, trader)
  await sql`update orders set ended_at = null, state = 'RESTING' where decided_at = (select max(decided_at) from orders)`.execute(
    server.db,
  )
  expect(await sealHistory(server.deps)).toEqual([])
  expect(await verify()).toMatchObject([{ unsealed: 1 }, { unsealed: 1, problems: [] }])
})
