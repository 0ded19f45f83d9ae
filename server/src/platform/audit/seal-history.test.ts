import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { closeAccount } from '@trading-bot/contract/rest/accounts/users'
import { HOUR_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { addOpenPosition, addTrip } from '../../testing/test-trades.ts'
import { headsFile, readHeads } from './chain-heads.ts'
import { recordAudit } from './record-audit.ts'
import { sealHistory } from './seal-history.ts'
import { signingKeyOf } from './signing-key.ts'
import { verifyHistory } from './verify-history.ts'
import { serverForFile } from '../../testing/test-server.ts'
import type { Queryable, Tx } from '../db/client.ts'

const server = serverForFile()

const keyOf = (sealKey: Buffer) => signingKeyOf(sealKey).fingerprint
const verify = (expected = {}, db: Queryable = server.db) => {
  const { clock, config } = server.deps
  const noted = { heads: readHeads(config.dataDir), expected }
  return verifyHistory(db, { now: clock.now(), fingerprint: keyOf(config.sealKey), ...noted })
}
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

/** Sealing opens transactions of its own; here they are the forger's. */
function sealWithin(db: Queryable) {
  const transaction = () => ({ execute: (work: (tx: Queryable) => unknown) => work(db) })
  const selectFrom = db.selectFrom.bind(db)
  const getExecutor = () => (db as Tx).getExecutor()
  return sealHistory({ ...server.deps, db: { transaction, selectFrom, getExecutor } as never })
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
  expect(await sealHistory(server.deps)).toEqual({ seals: [], problems: [] })
  expect(readHeads(server.deps.config.dataDir)).toEqual({
    audit: { number: 3, hash: audit?.last?.hash, until: audit?.last?.until.toISOString() },
    orders: { number: 1, hash: orders?.last?.hash, until: orders?.last?.until.toISOString() },
  })
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
  const { audit } = readHeads(server.deps.config.dataDir)
  expect(await problems({ audit: audit?.hash })).toEqual([])
  await forge(async (db) => {
    await sql`delete from seals where chain = 'audit' and number = 3`.execute(db)
    await sql`delete from audit_lines where subject_id = 'third'`.execute(db)
    expect(await problems({}, db)).toEqual([expect.stringContaining('cut off, rewritten')])
    expect(await problems({ audit: 'noted elsewhere' }, db)).toHaveLength(2)
  })
  const against = { now: server.deps.clock.now(), fingerprint: keyOf(randomBytes(32)) }
  const found = (await verifyHistory(server.db, against)).flatMap((finding) => finding.problems)
  expect(found).toEqual(Array(2).fill(expect.stringContaining('signed with another key')))
})

test.each([
  ['a chain begun anew', `delete from seals where chain = 'audit'`, /cut off, rewritten or begun anew/],
  ['a chain whose end was cut off', `delete from seals where chain = 'audit' and number = 3`, /begun anew/],
  [
    'a head that was moved back, so that newer lines would be sealed again',
    `update seals set until = until - interval '1 s' where chain = 'audit' and number = 3`,
    /Seal 3 was changed/,
  ],
])('seals nothing onto %s', async (_, change, sentence) => {
  await forge(async (db) => {
    await sql.raw(`${change}; update audit_lines set action = 'forged' ${SECOND}`).execute(db)
    server.moveTime(HOUR_MS)
    await recordAudit(db, scene(), { action: 'test.done', subject: { kind: 'thing', id: 'later' } })
    server.moveTime(HOUR_MS)
    const { seals, problems: found } = await sealWithin(db)
    expect(seals).toEqual([])
    expect(found.join('\n')).toMatch(sentence)
    server.moveTime(-2 * HOUR_MS)
  })
})

test('goes on from seals that another machine has added, and from the newest one where nothing is noted', async () => {
  const { dataDir } = server.deps.config
  const noted = readFileSync(headsFile(dataDir))
  await addLine('on another machine')
  server.moveTime(HOUR_MS)
  await sealHistory(server.deps)
  const newest = readHeads(dataDir)
  writeFileSync(headsFile(dataDir), noted)
  await addLine('here again')
  server.moveTime(HOUR_MS)
  expect(await sealHistory(server.deps)).toMatchObject({ seals: [{ previous: newest.audit?.hash }], problems: [] })
  rmSync(headsFile(dataDir))
  await addLine('on a new machine')
  server.moveTime(HOUR_MS)
  expect(await sealHistory(server.deps)).toMatchObject({ seals: [{ chain: 'audit' }], problems: [] })
  expect(await problems()).toEqual([])
  writeFileSync(headsFile(dataDir), 'no longer JSON')
  await expect(sealHistory(server.deps)).rejects.toThrow('cannot be read')
  writeFileSync(headsFile(dataDir), noted)
})

test('a line unsealed for two hours fails the verification', async () => {
  await addLine('waits')
  server.moveTime(2 * HOUR_MS)
  expect(await problems()).toEqual([expect.stringMatching(/^Records of audit from .* were not sealed for two hours/)])
  await sealHistory(server.deps)
  expect(await problems()).toEqual([])
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

test('a line of a moment ago waits, and an open order holds back what was decided after it, without a complaint until two hours after its end', async () => {
  const trader = await addTrader(server)
  server.moveTime(HOUR_MS)
  await sealHistory(server.deps)
  await addLine('just now')
  await addOpenPosition(server, trader)
  await sql`update orders set ended_at = null, state = 'RESTING' where decided_at = (select max(decided_at) from orders)`.execute(
    server.db,
  )
  expect((await sealHistory(server.deps)).seals).toEqual([])
  expect(await verify()).toMatchObject([{ unsealed: 1 }, { unsealed: 1, problems: [] }])
  server.moveTime(3 * HOUR_MS)
  expect((await sealHistory(server.deps)).problems).toEqual([])
  await sql`update orders set ended_at = ${server.deps.clock.now()} where ended_at is null`.execute(server.db)
  expect(await problems()).toEqual([])
  server.moveTime(2 * HOUR_MS)
  expect(await problems()).toEqual([expect.stringMatching(/^Records of orders from/)])
})
