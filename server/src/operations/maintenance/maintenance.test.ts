import { HOUR_MS } from '@trading-bot/core/time'
import {
  createMaintenance,
  deleteMaintenance,
  listMaintenance,
  readMaintenance,
  readNotice,
  updateMaintenance,
} from '@trading-bot/contract/rest/operations/maintenance'
import { updateSetting } from '@trading-bot/contract/rest/operations/settings'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf, relog, signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { isUnderMaintenance } from './index.ts'

const server = serverForFile()
let token: string
let trader: string
beforeAll(async () => {
  token = (await signUpAdmin(server)).access
  trader = (await signUp(server)).access
})
beforeEach(async () => {
  await server.db.deleteFrom('maintenance_windows').execute()
  ;[token, trader] = [await relog(server, token), await relog(server, trader)]
})

const inHours = (hours: number) => new Date(server.deps.clock.now().getTime() + hours * HOUR_MS).toISOString()
const windowIn = (from: number, to: number, title = 'Database upgrade') => ({
  title,
  message: 'Entries pause.',
  starts_at: inHours(from),
  ends_at: inHours(to),
})
const announce = (from: number, to: number, title?: string) =>
  server.call(createMaintenance, windowIn(from, to, title), token)
const notice = async () => (await server.call(readNotice, {}, await relog(server, trader))).body.maintenance

test('CALL POST /admin/maintenance/, CALL GET /admin/maintenance/{id}/, CALL PUT /admin/maintenance/{id}/ and CALL DELETE /admin/maintenance/{id}/ work and are audited', async () => {
  const made = await announce(2, 3)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ title: 'Database upgrade', is_active: true, phase: 'planned' })
  const { id } = made.body
  const off = { id, ...windowIn(2, 4), is_active: false }
  expect((await server.call(updateMaintenance, off, token)).body).toMatchObject({ phase: 'off', ends_at: inHours(4) })
  expect((await server.call(readMaintenance, { id }, token)).body.is_active).toBe(false)
  expect((await server.call(deleteMaintenance, { id }, token)).status).toBe(204)
  expect((await server.call(readMaintenance, { id }, token)).status).toBe(404)
  expect((await server.call(deleteMaintenance, { id }, token)).status).toBe(404)
  expect((await server.call(updateMaintenance, off, token)).status).toBe(404)
  const done = ['maintenance.announced', 'maintenance.changed', 'maintenance.removed']
  expect(await auditOf(server, id)).toEqual(done)
})

test('CALL GET /admin/maintenance/ lists the latest start first, with its phase, page by page', async () => {
  await announce(-1, 1, 'now')
  await announce(5, 6, 'later')
  const { body } = await server.call(listMaintenance, {}, token)
  expect(body.map(({ title, phase }) => [title, phase])).toEqual([
    ['later', 'planned'],
    ['now', 'running'],
  ])
  const rest = await server.call(listMaintenance, { before: body[0]?.starts_at }, token)
  expect(rest.body.map(({ title }) => title)).toEqual(['now'])
})

test('a window that ends before it starts, is over, or lasts too long is refused by field', async () => {
  for (const [from, to, sentence] of [
    [3, 2, 'The end must come after the start'],
    [3, 3, 'The end must come after the start'],
    [-3, -2, 'The end must lie in the future'],
    [1, 200, 'A window lasts at most seven days'],
  ] as const) {
    expect((await announce(from, to)).body).toMatchObject({ ends_at: [sentence] })
  }
  const bad = { ...windowIn(1, 2), title: ' ', starts_at: 'tomorrow' }
  expect((await server.call(createMaintenance, bad, token)).body).toMatchObject({
    title: ['Title is required'],
    starts_at: ['Enter a date and a time'],
  })
})

test('CALL GET /platform/notice/ shows everybody a window that is near or under way, and nothing else', async () => {
  expect(await notice()).toBeNull()
  const { id } = (await announce(30, 31)).body
  expect(await notice()).toBeNull()
  server.moveTime(6 * HOUR_MS)
  expect(await notice()).toMatchObject({ id, phase: 'planned' })
  const now = () => server.deps.clock.now()
  expect(await isUnderMaintenance(server.db, now())).toBe(false)
  server.moveTime(24 * HOUR_MS)
  expect(await notice()).toMatchObject({ id, phase: 'running' })
  expect(await isUnderMaintenance(server.db, now())).toBe(true)
  server.moveTime(HOUR_MS)
  expect(await notice()).toBeNull()
  expect(await isUnderMaintenance(server.db, now())).toBe(false)
})

test('a cancelled window is neither shown nor enforced; the notice follows its setting', async () => {
  const { id } = (await announce(-1, 1)).body
  await server.call(updateMaintenance, { id, ...windowIn(-1, 1), is_active: false }, token)
  expect(await notice()).toBeNull()
  expect(await isUnderMaintenance(server.db, server.deps.clock.now())).toBe(false)
  await announce(40, 41)
  await server.call(updateSetting, { id: 'maintenance.notice_hours', value: 48 }, token)
  await server.call(updateSetting, { id: 'support.email', value: 'help@example.in' }, token)
  const { body } = await server.call(readNotice, {}, trader)
  expect(body).toMatchObject({ maintenance: { phase: 'planned' }, support_email: 'help@example.in' })
})

test('the notice is found by an index, however many windows there were', async () => {
  await sql`insert into maintenance_windows (id, title, starts_at, ends_at, created_at, updated_at)
    select gen_random_uuid(), 'old', now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '1 hour', now(), now()
    from generate_series(1, 5000) n`.execute(server.db)
  await sql`analyze maintenance_windows`.execute(server.db)
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select * from maintenance_windows
    where is_active and ends_at > now() and starts_at <= now() order by starts_at, id limit 1`.execute(server.db)
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('maintenance_windows_')
})
