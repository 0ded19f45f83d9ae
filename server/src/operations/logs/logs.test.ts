import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { AUDIT_PHRASES, auditSentence } from '@trading-bot/contract/audit/audit-sentence'
import { refundPayment } from '@trading-bot/contract/rest/billing/payments'
import { cancelSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { listAudit, listLogs } from '@trading-bot/contract/rest/operations/logs'
import { suspendUser } from '@trading-bot/contract/rest/accounts/users'
import { controlAnyBot, setKillSwitch } from '@trading-bot/contract/rest/trading/admin-bots'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { recordLog } from '../../platform/logs/record-log.ts'
import { adminForFile, signUp } from '../../testing/test-accounts.ts'
import { type Reply, serverForFile } from '../../testing/test-server.ts'
import { addTrader } from '../../testing/test-traders.ts'

const server = serverForFile()
const admin = adminForFile(server)

const totalsOf = ({ headers }: Reply<unknown>) => JSON.parse(headers.get('x-totals') ?? 'null')
const audit = async (filter: CallRequest<typeof listAudit> = {}) =>
  (await server.call(listAudit, filter, admin.access)).body
const sentences = async (filter: CallRequest<typeof listAudit> = {}) => (await audit(filter)).map(auditSentence)

test('every action that the server records has its words', () => {
  const source = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
  // Names with a dot: other actions, such as a bot's "stop", are no audit lines.
  const named = files.flatMap((text) =>
    [...text.matchAll(/action: (?:[\w .=!]+ \? )?'([\w-]+\.[\w-]+)'(?: : '([\w-]+\.[\w-]+)')?/g)].flatMap((match) =>
      match.slice(1).filter((name) => name !== undefined),
    ),
  )
  const made = [
    ...['start', 'stop', 'pause', 'resume', 'restart'].map((action) => `bot.${action}`),
    ...['applied', 'registered', 'suspended', 'withdrawn'].map((state) => `algo.${state}`),
    ...['start', 'stop', 'reboot'].map((action) => `instance.${action}`),
    ...['saved', 'updated'].map((action) => `credentials.${action}`),
  ]
  expect(named.length).toBeGreaterThan(60)
  expect([...named, ...made].filter((action) => !(action in AUDIT_PHRASES))).toEqual([])
})

test('audit lines read as sentences with names and rupees', async () => {
  const trader = await addTrader(server)
  const [me, them] = [admin.registration.email.toLowerCase(), trader.registration.email.toLowerCase()]
  await server.call(controlAnyBot, { id: trader.id, action: 'stop', close_positions: true }, admin.access)
  server.moveTime(1000)
  const { id } = await server.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  await server.call(refundPayment, { id, amount: 250.5, reason: 'Paid for the wrong plan.' }, admin.access)
  server.moveTime(1000)
  await server.call(setKillSwitch, { scope: 'bot', subject_id: trader.id, reason: 'Odd orders' }, admin.access)
  server.moveTime(1000)
  await server.call(suspendUser, { id: trader.user_id, reason: 'Asked by the user' }, admin.access)
  expect((await sentences({ limit: 4 })).toReversed()).toEqual([
    `${me} stopped EMA Bot of ${them} and closed its positions.`,
    `${me} refunded ₹250.50 of EMA Monthly (₹999.00) of ${them}. Reason: Paid for the wrong plan.`,
    `${me} paused new trades for EMA Bot of ${them}. Reason: Odd orders.`,
    `${me} suspended ${them}. Reason: Asked by the user.`,
  ])
})

test('a line whose subject is gone and one of an unknown action still read as sentences', () => {
  const line = { actor: null, subject: { kind: 'user', id: 'gone' }, before: null, after: null, names: {} }
  expect(auditSentence({ ...line, action: 'user.suspended' })).toBe('The platform suspended a user.')
  expect(auditSentence({ ...line, action: 'moon.phase-changed' })).toBe(
    'The platform did "moon phase changed" to a user.',
  )
  const named = { ...line, names: { gone: 'b@example.in' } }
  expect(auditSentence({ ...named, action: 'account.registered' })).toBe('b@example.in registered.')
  const own = { ...line, actor: { id: 'gone', email: 'a@example.in' } }
  expect(auditSentence({ ...own, action: 'account.signed-in' })).toBe('a@example.in signed in.')
})

test('the audit is filtered by person, kind, day and words', async () => {
  const [one, other] = [await addTrader(server), await addTrader(server)]
  await server.call(cancelSubscription, {}, one.token)
  await server.call(controlAnyBot, { id: other.id, action: 'pause' }, admin.access)
  const about = async (person: string) => [...new Set((await audit({ person })).map(({ action }) => action))]
  expect(await about(one.registration.username)).toContain('subscription.cancelled')
  expect(await about(one.registration.username)).not.toContain('bot.pause')
  // What was done to somebody's bot is about them too.
  expect(await about(other.registration.email.toUpperCase())).toContain('bot.pause')
  expect((await audit({ subject_kind: 'user-bot' })).every(({ subject }) => subject.kind === 'user-bot')).toBe(true)
  expect((await audit({ search: 'refund_paise' })).map(({ action }) => action)).toEqual(['subscription.cancelled'])
  expect(await audit({ from: '2026-11-17' })).toEqual([])
  expect((await audit({ from: '2026-11-16', to: '2026-11-16', limit: 5 })).length).toBe(5)
  expect(await audit({ to: '2026-11-15' })).toEqual([])
})

test('log counters count what the filters leave, whatever level is shown', async () => {
  const trader = await addTrader(server)
  const now = server.deps.clock.now()
  for (const [level, message] of [
    ['INFO', 'The moon rose'],
    ['ERROR', 'The moon fell by 50%'],
  ] as const) {
    await recordLog(server.db, now, { level, category: 'system', message, userId: trader.user_id })
  }
  const read = async (filter: CallRequest<typeof listLogs>) => {
    const reply = await server.call(listLogs, filter, admin.access)
    return { rows: reply.body.map(({ message }) => message), totals: totalsOf(reply) }
  }
  const mine = { search: 'the MOON', person: trader.registration.username }
  expect((await read({ ...mine, level: 'ERROR' })).rows).toEqual(['The moon fell by 50%'])
  expect((await read({ ...mine, level: 'ERROR' })).totals).toEqual({
    total: 2,
    info: 1,
    success: 0,
    warning: 0,
    error: 1,
    critical: 0,
  })
  expect((await read({ ...mine, search: '50%' })).totals.total).toBe(1)
  expect((await read({ ...mine, to: '2026-11-15' })).totals.total).toBe(0)
  expect((await read({ ...mine, category: 'aws' })).totals.total).toBe(0)
})

test('LG-01 LG-02 CALL GET /admin/logs/ returns the newest first, by level, with totals of every level', async () => {
  const { user, registration } = await signUp(server)
  await server.db.deleteFrom('system_logs').execute()
  for (const [at, level] of (['INFO', 'SUCCESS', 'WARNING', 'ERROR', 'CRITICAL', 'INFO'] as const).entries()) {
    server.moveTime(1000)
    const log = { level, category: 'payment', message: `line ${at}`, userId: user.id, details: { at } } as const
    await recordLog(server.db, server.deps.clock.now(), log)
  }
  const all = await server.call(listLogs, {}, admin.access)
  expect(all.body.map(({ message }) => message)).toEqual(['line 5', 'line 4', 'line 3', 'line 2', 'line 1', 'line 0'])
  expect(all.body[0]).toMatchObject({
    level: 'INFO',
    category: 'payment',
    user: { email: registration.email },
    bot: null,
    details: { at: 5 },
  })
  expect(totalsOf(all)).toEqual({ total: 6, info: 2, success: 1, warning: 1, error: 1, critical: 1 })
  const info = await server.call(listLogs, { level: 'info' }, admin.access)
  expect(info.body.map(({ message }) => message)).toEqual(['line 5', 'line 0'])
  expect((await server.call(listLogs, { level: 'CRITICAL' }, admin.access)).body).toHaveLength(1)
  const first = (await server.call(listLogs, { limit: 4 }, admin.access)).body
  const rest = await server.call(listLogs, { limit: 4, before: first[3]!.id }, admin.access)
  expect(rest.body.map(({ message }) => message)).toEqual(['line 1', 'line 0'])
})

test('LG-02 an unknown level, category or more than a thousand lines are refused', async () => {
  const get = (query: string) => server.raw('GET', `/api/admin/logs/?${query}`, { token: admin.access })
  for (const query of ['level=loud', 'category=weather', 'limit=1001', 'limit=0', 'before=now']) {
    expect([query, (await get(query)).status]).toEqual([query, 400])
  }
})

test('CALL GET /admin/audit/ returns who did what to which entity, before and after', async () => {
  const { access, user, registration } = await signUp(server)
  server.moveTime(1000)
  await server.call(updateProfile, { first_name: 'Asha' }, access)
  const { body } = await server.call(listAudit, { actor_id: user.id, limit: 1 }, admin.access)
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
  const older = await server.call(listAudit, { actor_id: user.id, before: body[0]!.id }, admin.access)
  expect(older.body.map(({ id }) => id)).not.toContain(body[0]!.id)
  const subject = await server.call(listAudit, { subject_kind: 'user', subject_id: user.id }, admin.access)
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
