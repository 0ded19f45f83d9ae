import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { findDeployedScript } from '../strategies/index.ts'
import { notifyUser } from '../bot-instances/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { noScripts, type Scripts, scriptsOnceOpen } from '../../platform/providers/open-scripts.ts'
import { newestMail } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { pino } from 'pino'
import { markInError, openRunner } from './open-strategy-runners.ts'

const server = serverForFile()
beforeAll(() => seedCatalogue(server.deps))

test('a deployed version is found with its code, its runtime and its own capital', async () => {
  const bots = await server.db.selectFrom('bots').select(['id', 'bot_type']).execute()
  const idOf = (type: string) => bots.find(({ bot_type }) => bot_type === type)!.id
  const custom = await findDeployedScript(server.db, idOf('custom_strategy'), 1)
  expect(custom).toMatchObject({ runsAs: 'python', rules: { capital: { capital_paise: 5_000_000 } } })
  expect(custom).toMatchObject({ code: expect.stringContaining('def on_bar') })
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

test('a refused parameter puts only the bots that have it in error and names it; nobody trades by the default', async () => {
  const refused = await addTrader(server)
  const accepted = await addTrader(server)
  const row = await server.db.selectFrom('user_bots').selectAll().where('id', '=', refused.id).executeTakeFirstOrThrow()
  const parameters = { ema_period: 900 }
  const settings = JSON.stringify({ ...(row.settings as object), parameters })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', refused.id).execute()
  const time = { calendar: DEMO_CALENDAR, clock: systemClock }
  const open = openRunner(server.deps, time, pino({ level: 'silent' }))
  const instance = {
    runnerKey: 'refused',
    botType: 'ema_strategy',
    strategyId: row.strategy_id,
    version: row.version,
    instruments: [],
  } as unknown as BotInstance
  expect(open({ ...instance, parameters })).toBeNull()
  const botOf = (id: string) =>
    server.db.selectFrom('user_bots').select(['status', 'status_reason']).where('id', '=', id).executeTakeFirst()
  const sentence = 'EMA period must be between 1 and 200.'
  await eventually(async () => expect(await botOf(refused.id)).toEqual({ status: 'error', status_reason: sentence }))
  expect(await botOf(accepted.id)).toMatchObject({ status: 'running' })
  expect(open({ ...instance, parameters: {} })).not.toBeNull()
})

test('a script that is asked for before the sandbox is open waits for it', async () => {
  let openIt: (scripts: Scripts) => void = () => {}
  const scripts = scriptsOnceOpen(new Promise<Scripts>((resolve) => (openIt = resolve)))
  const time = { calendar: DEMO_CALENDAR, clock: systemClock }
  const open = openRunner({ ...server.deps, scripts }, time, pino({ level: 'silent' }))
  const bot = await server.db
    .selectFrom('bots')
    .select('id')
    .where('bot_type', '=', 'custom_strategy')
    .executeTakeFirstOrThrow()
  const instance = { runnerKey: 'early', botType: 'custom_strategy', interval: '1m', parameters: {} }
  const runner = open({ ...instance, strategyId: bot.id, version: 1, instruments: [] } as unknown as BotInstance)
  const warm = runner!.warmUp!([])
  const opened: string[] = []
  setTimeout(() => openIt({ ...noScripts, open: () => (opened.push('script'), null) }), 100)
  await warm
  expect(opened).toEqual(['script'])
})

test('a version whose own parameters are refused is not run by the defaults', async () => {
  const { id } = await server.db
    .selectFrom('bots')
    .select('id')
    .where('bot_type', '=', 'ema_strategy')
    .executeTakeFirstOrThrow()
  await sql`update bot_versions set config = config || '{"ema_period": 900}' where bot_id = ${id}`.execute(server.db)
  expect(await findDeployedScript(server.db, id, 1)).toEqual({ refusal: 'EMA period must be between 1 and 200.' })
})
