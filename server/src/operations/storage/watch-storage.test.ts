import { existsSync } from 'node:fs'
import { mkdtemp, stat, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readHealth } from '@trading-bot/contract/rest/operations/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../platform/db/client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { countStandingSwitches } from '../../trading/bot-instances/index.ts'
import type { FreeSpace } from './free-space.ts'
import { type StorageWatch, watchStorage } from './watch-storage.ts'
import { mailsTo } from '../../testing/test-accounts.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3
const space = (freeGib: number): FreeSpace => ({ freeBytes: freeGib * GIB, totalBytes: 100 * GIB })

let server: TestServer
let watch: StorageWatch
let free: FreeSpace
let reserve: string
const errors: string[] = []
const posted: { event: string; subject: string }[] = []
const webhook = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (body: string) => posted.push(JSON.parse(body)))
  response.end()
})
const pools: { close: () => Promise<void> }[] = []

beforeEach(async () => {
  errors.length = 0
  posted.length = 0
  free = space(50)
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  const address = webhook.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const operator = { email: 'night@example.in', telegramChat: undefined, webhook: { url, secret: undefined } }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'storage-'))
  reserve = path.join(dataDir, 'reserve')
  server = await startTestServer({ operator, dataDir }, { storage: () => watch.state() })
  // With a connection that is older than the watch, as the product's first is.
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 2)
  pools.push(database)
  await database.pool.query('select 1')
  watch = watchStorage(
    { ...server.deps, db: database.db },
    [database.pool],
    (_, sentence) => errors.push(sentence),
    async () => free,
  )
  write = (statement) => database.pool.query(statement)
})
afterEach(async () => {
  await watch.stop()
  for (const pool of pools.splice(0)) await pool.close()
  await server.stop()
  await new Promise((resolve) => webhook.close(resolve))
  await rm(path.dirname(reserve), { recursive: true })
})

let write: (statement: string) => Promise<unknown>

const reports = () =>
  server.db
    .selectFrom('system_logs')
    .select(['level', 'message'])
    .where('category', '=', 'system')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const pauses = async () =>
  (await countStandingSwitches(server.db, server.deps.clock.now())).paused_by.map(({ reason }) => reason)
const mails = () => mailsTo(server, 'night@example.in')

test('a disk that becomes low is a warning before it is full, once, and room again is told too', async () => {
  await watch.check()
  expect(await reports()).toEqual([])
  free = space(4)
  await watch.check()
  await watch.check()
  expect(await reports()).toEqual([
    { level: 'WARNING', message: expect.stringMatching(/^The disk of .* is nearly full$/) },
  ])
  expect((await server.call(readHealth, {})).body).toMatchObject({ status: 'ok', checks: { storage: 'low' } })
  server.moveTime(3_600_000)
  free = space(50)
  await watch.check()
  expect((await reports()).at(-1)).toEqual({ level: 'SUCCESS', message: 'There is room on the disk again' })
  expect(await mails()).toEqual([expect.stringContaining('nearly full'), 'There is room on the disk again'])
  expect((await server.call(readHealth, {})).body).toMatchObject({ checks: { storage: 'ok' } })
})

test('a database without room is named at once outside it, in its log once it can write, and heals by itself', async () => {
  await watch.check()
  expect((await stat(reserve)).blocks * 512).toBeGreaterThanOrEqual(64 * MIB)
  await fillDatabase()
  await expect(write(`insert into system_logs select * from system_logs`)).rejects.toThrow('No space left on device')
  await watch.check()
  expect(watch.state()).toBe('full')
  // The reserved room is the database’s now.
  expect(existsSync(reserve)).toBe(false)
  expect(posted).toMatchObject([{ event: 'storage.full', subject: 'The disk of the database is full' }])
  // Not even the report can be written: it waits.
  expect(errors).toEqual(['new positions could not be paused for the full disk', 'The disk of the database is full'])
  expect((await server.call(readHealth, {})).body).toMatchObject({ checks: { storage: 'full' } })
  await makeRoom()
  free = space(0.1)
  await watch.check()
  expect(await reports()).toEqual([{ level: 'CRITICAL', message: 'The disk of the database is full' }])
  expect(await pauses()).toEqual(['The disk of the database is full'])
  server.moveTime(61_000)
  await watch.check()
  // Written again, with what was reserved: nobody opens a position until there is more.
  expect([watch.state(), await pauses(), existsSync(reserve)]).toEqual([
    'full',
    ['The disk of the database is full'],
    false,
  ])
  free = space(50)
  await watch.check()
  expect([watch.state(), await pauses(), existsSync(reserve)]).toEqual(['ok', [], true])
  expect((await reports()).map(({ level }) => level)).toEqual(['CRITICAL', 'SUCCESS'])
  expect(await mails()).toEqual(['The disk of the database is full', 'There is room on the disk again'])
})

test('two processes that see the same disk report it once', async () => {
  const { pool, close } = openDatabase(server.deps.config.databaseUrl, () => undefined, 1)
  pools.push({ close })
  const other = watchStorage(
    server.deps,
    [pool],
    () => expect.unreachable(),
    async () => free,
  )
  free = space(0.1)
  await Promise.all([watch.check(), other.check()])
  await other.stop()
  expect((await reports()).map(({ level }) => level)).toEqual(['CRITICAL'])
})

/** PostgreSQL reports a full disk by this code, whatever it was writing. */
const fillDatabase = () =>
  server.asOwner((db) =>
    sql`
    create function refuse_for_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on system_logs for each statement execute function refuse_for_room()`.execute(
      db,
    ),
  )
const makeRoom = () => server.asOwner((db) => sql`drop trigger full_disk on system_logs`.execute(db))
