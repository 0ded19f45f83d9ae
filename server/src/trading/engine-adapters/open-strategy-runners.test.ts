import type { BotInstance } from '@trading-bot/engine/live/accounts/bot-instance'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { findDeployedScript } from '../strategies/index.ts'
import { notifyUser } from '../bot-instances/index.ts'
import { newestMail } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { markInError } from './open-strategy-runners.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await seedCatalogue(server.deps)
})
afterAll(() => server.stop())

test('a deployed version is found with its code, its runtime and its own capital', async () => {
  const bots = await server.db.selectFrom('bots').select(['id', 'bot_type']).execute()
  const idOf = (type: string) => bots.find(({ bot_type }) => bot_type === type)!.id
  const custom = await findDeployedScript(server.db, idOf('custom_strategy'), 1)
  expect(custom).toMatchObject({ runsAs: 'python', rules: { capital: { capital_paise: 5_000_000 } } })
  expect(custom?.code).toContain('def on_bar')
  expect(await findDeployedScript(server.db, idOf('ema_strategy'), 1)).toMatchObject({ runsAs: 'native' })
  expect(await findDeployedScript(server.db, idOf('ema_strategy'), 99)).toBe(null)
})

test('a script that fails puts the bots on its version in error, with the reason, and notifies each owner once', async () => {
  const trader = await addTrader(server)
  const bot = await server.db.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
  const instance = { strategyId: bot.strategy_id, version: bot.version } as BotInstance
  await markInError(server.deps, { ...instance, version: bot.version + 1 } as BotInstance, 'another version')
  const other = await server.db
    .selectFrom('user_bots')
    .select('status')
    .where('id', '=', bot.id)
    .executeTakeFirstOrThrow()
  expect(other.status).toBe('running')
  await markInError(server.deps, instance, 'The bot’s code stopped: ValueError: oh (line 5)')
  const after = await server.db.selectFrom('user_bots').selectAll().where('id', '=', bot.id).executeTakeFirstOrThrow()
  expect(after).toMatchObject({ status: 'error', status_reason: 'The bot’s code stopped: ValueError: oh (line 5)' })
  // It fails on every bar; owners of bots already in error were notified.
  await markInError(server.deps, instance, 'The bot’s code stopped again')
  const { rows } = await sql<{ payload: object }>`
    select p.payload from graphile_worker._private_jobs p join graphile_worker._private_tasks t on t.id = p.task_id
    where t.identifier = 'notify_user'`.execute(server.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.payload).toMatchObject({ userBotId: bot.id, kind: 'SCRIPT_FAILED' })
  await notifyUser(server.deps, rows[0]?.payload)
  const mail = await newestMail(server, trader.registration.email)
  expect(mail.subject).toBe('Your bot’s program failed')
  expect(mail.text).toContain('ValueError: oh (line 5)\n\nNo new positions are opened')
})
