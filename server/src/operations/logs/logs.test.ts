import { updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { listAudit, listLogs } from '@trading-bot/contract/rest/operations/logs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { type Reply, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { recordLog } from '../../platform/logs/record-log.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await signUpAdmin(server)).access
  await server.db.deleteFrom('system_logs').execute()
})
afterAll(() => server.stop())

function totalsOf({ headers }: Reply<unknown>): unknown {
  return JSON.parse(headers.get('x-totals') ?? 'null')
}

test('LG-01 LG-02 CALL GET /admin/logs/ returns the newest first, by level, with totals of every level', async () => {
  const { user, registration } = await signUp(server)
  await server.db.deleteFrom('system_logs').execute()
  for (const [at, level] of (['INFO', 'SUCCESS', 'WARNING', 'ERROR', 'CRITICAL', 'INFO'] as const).entries()) {
    server.moveTime(1000)
    const log = { level, category: 'payment', message: `line ${at}`, userId: user.id, details: { at } } as const
    await recordLog(server.db, server.deps.clock.now(), log)
  }
  const all = await server.call(listLogs, {}, admin)
  expect(all.body.map(({ message }) => message)).toEqual(['line 5', 'line 4', 'line 3', 'line 2', 'line 1', 'line 0'])
  expect(all.body[0]).toMatchObject({
    level: 'INFO',
    category: 'payment',
    user: { email: registration.email },
    bot: null,
    details: { at: 5 },
  })
  expect(totalsOf(all)).toEqual({ total: 6, info: 2, success: 1, warning: 1, error: 1, critical: 1 })
  const info = await server.call(listLogs, { level: 'info' }, admin)
  expect(info.body.map(({ message }) => message)).toEqual(['line 5', 'line 0'])
  expect((await server.call(listLogs, { level: 'CRITICAL' }, admin)).body).toHaveLength(1)
  const first = (await server.call(listLogs, { limit: 4 }, admin)).body
  const rest = await server.call(listLogs, { limit: 4, before: first[3]!.id }, admin)
  expect(rest.body.map(({ message }) => message)).toEqual(['line 1', 'line 0'])
  expect((await server.call(listLogs, { category: 'aws' }, admin)).body).toEqual([])
})

test('LG-02 an unknown level, category or more than a thousand lines are refused', async () => {
  const get = (query: string) => server.raw('GET', `/api/admin/logs/?${query}`, { token: admin })
  for (const query of ['level=loud', 'category=weather', 'limit=1001', 'limit=0', 'before=now']) {
    expect([query, (await get(query)).status]).toEqual([query, 400])
  }
})

test('CALL GET /admin/audit/ returns who did what to which entity, before and after', async () => {
  const { access, user, registration } = await signUp(server)
  server.moveTime(1000)
  await server.call(updateProfile, { first_name: 'Asha' }, access)
  const { body } = await server.call(listAudit, { actor_id: user.id, limit: 1 }, admin)
  expect(body).toMatchObject([
    {
      action: 'account.profile-changed',
      actor: { id: user.id, email: registration.email },
      subject: { kind: 'user', id: user.id },
      before: { first_name: 'Neha' },
      after: { first_name: 'Asha' },
      address: '127.0.0.1',
    },
  ])
  const older = await server.call(listAudit, { actor_id: user.id, before: body[0]!.id }, admin)
  expect(older.body.map(({ id }) => id)).not.toContain(body[0]!.id)
  const subject = await server.call(listAudit, { subject_kind: 'user', subject_id: user.id }, admin)
  expect(subject.body[0]?.id).toBe(body[0]!.id)
})

test('the newest logs of a level or category come from its index, however many there are', async () => {
  await sql`insert into system_logs (id, level, category, message, created_at)
    select gen_random_uuid(), case when n % 1000 = 0 then 'CRITICAL' else 'INFO' end, 'system', 'bulk', now() - n * interval '1 second'
    from generate_series(1, 20000) n`.execute(server.db)
  await sql`analyze system_logs`.execute(server.db)
  const explain = async (where: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from system_logs
      where ${sql.raw(where)} order by created_at desc, id desc limit 200`.execute(server.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  expect(await explain("level = 'CRITICAL'")).toContain('system_logs_level')
  expect(await explain("category = 'payment'")).toContain('system_logs_category')
  expect(await explain('true')).toContain('system_logs_newest')
})
