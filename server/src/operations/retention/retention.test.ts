import { SCHEDULED_RETENTION } from '@trading-bot/contract/legal/retention'
import { forgotPassword, register } from '@trading-bot/contract/rest/accounts/auth'
import { listRetention } from '@trading-bot/contract/rest/operations/retention'
import { DAY_MS } from '@trading-bot/core/time'
import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { newRegistration, relog, signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { applyRetention } from './index.ts'

const server = serverForFile()

/** One of each kind, made now; which tables are empty afterwards shows what was deleted. */
async function fillTables() {
  const { db, deps } = server
  const now = deps.clock.now()
  const { user, registration } = await signUp(server)
  await server.call(register, newRegistration())
  await server.call(forgotPassword, { email: registration.email })
  await db.updateTable('sessions').set({ ended_at: now, ended_reason: 'closed' }).execute()
  const add = <T extends keyof DB>(table: T, row: Insertable<DB[T]>) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute()
  const shared = { user_id: user.id, id: newId(now) }
  await add('account_notices', { ...shared, kind: 'token-reuse', at: now, device: '', address: '', dismissed_at: now })
  await recordLog(db, now, { level: 'INFO', category: 'user', message: 'An entry' })
  await add('telegram_messages', { ...shared, chat_id: '1', text: 'Filled', state: 'sent', created_at: now })
  await add('strategy_states', { runner_key: 'key', at: now, state: '{}', account: null })
  await add('sent_alerts', { user_id: user.id, kind: 'summary', subject: '2026-11-16', sent_at: now })
  await add('credential_logs', { ...shared, action: 'saved', result: 'ok', created_at: now })
  const event = { event: 'payment.captured', body: '{}', received_at: now }
  await add('payment_events', { ...event, event_id: 'evt_applied', applied_at: now })
  await add('payment_events', { ...event, event_id: 'evt_waiting', applied_at: null })
}

const count = async (table: keyof DB) =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(server.db)).rows[0]?.n)

/** Days from the start to the last moment of each table's row; a reset link lives for a day before its day begins. */
const GONE_AFTER_DAYS: readonly [keyof DB, number][] = [
  ['pending_registrations', 1],
  ['password_resets', 2],
  ['telegram_messages', 30],
  ['strategy_states', 30],
  ['mails', 90],
  ['sessions', 365],
  ['account_notices', 365],
  ['system_logs', 365],
  ['known_devices', 400],
  ['sent_alerts', 400],
  ['credential_logs', 1826],
]

test('each kind of data stays to the last moment of its period and is deleted after it', async () => {
  await fillTables()
  let passed = 0
  const moveTo = (ms: number) => {
    server.moveTime(ms - passed)
    passed = ms
  }
  for (const days of new Set(GONE_AFTER_DAYS.map(([, end]) => end))) {
    const tables = GONE_AFTER_DAYS.filter(([, end]) => end === days).map(([table]) => table)
    moveTo(days * DAY_MS)
    await applyRetention(server.deps)
    for (const table of tables) expect([days, table, await count(table)]).not.toEqual([days, table, 0])
    moveTo(days * DAY_MS + 1)
    await applyRetention(server.deps)
    for (const table of tables) expect([days, table, await count(table)]).toEqual([days, table, 0])
  }
})

test('messages of the payment provider are deleted once applied, never before', async () => {
  const left = await server.db.selectFrom('payment_events').select('event_id').execute()
  expect(left).toEqual([{ event_id: 'evt_waiting' }])
})

test('a failed rule does not stop the others, and fails the job', async () => {
  const now = server.deps.clock.now()
  await recordLog(server.db, new Date(now.getTime() - 366 * DAY_MS), {
    level: 'INFO',
    category: 'user',
    message: 'Old',
  })
  await server.asOwner((db) => sql`alter table sessions rename to hidden_sessions`.execute(db))
  await expect(applyRetention(server.deps)).rejects.toThrow('1 of 15 failed')
  await server.asOwner((db) => sql`alter table hidden_sessions rename to sessions`.execute(db))
  expect(await server.db.selectFrom('system_logs').select('id').where('message', '=', 'Old').execute()).toEqual([])
})

test('an administrator sees every rule with its newest run', async () => {
  const admin = await signUpAdmin(server)
  const at = server.deps.clock.now()
  await recordLog(server.db, new Date(at.getTime() - 366 * DAY_MS), { level: 'INFO', category: 'user', message: 'Old' })
  await applyRetention(server.deps)
  const { body } = await server.call(listRetention, {}, await relog(server, admin.access))
  const { what, why } = SCHEDULED_RETENTION['system-logs']
  const last_run = { at: at.toISOString(), deleted: 1 }
  expect(body).toContainEqual({ what, why, rule: 'Deleted 365 days after the entry.', is_scheduled: true, last_run })
  expect(body.filter((rule) => !rule.is_scheduled).map((rule) => rule.what)).toContain('Invoices, payments and ledger')
})
