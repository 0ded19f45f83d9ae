import { listOutput, readMarks } from '@trading-bot/contract/rest/trading/strategy-output'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { RunnerReport } from '@trading-bot/engine/sandbox/strategies/runner-reports'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openLiveStream } from '../../testing/open-live-stream.ts'
import { signUp, adminForFile } from '../../testing/test-accounts.ts'
import { addTrader } from '../../testing/test-traders.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { findRunner } from '../bot-instances/index.ts'
import { openOutputRecorder } from './index.ts'

let instance: BotInstance
let traderId: string
const server = serverForFile()
const admin = adminForFile(server)
beforeAll(async () => {
  const trader = await addTrader(server)
  traderId = trader.id
  const runner = (await findRunner(server.deps, trader.id))!
  instance = { strategyId: runner.strategyId, version: 1, runnerKey: runner.key } as BotInstance
})

function said(text: string, kind: RunnerReport['kind'] = 'print'): RunnerReport {
  return { kind, text, line: null, barMs: null }
}

async function record(reports: readonly RunnerReport[], of = instance): Promise<void> {
  const recorder = openOutputRecorder(server.deps, (error) => {
    throw error
  })
  for (const report of reports) recorder.add(of, report)
  await recorder.stop()
}

const texts = async (query: object) =>
  (await server.call(listOutput, { ...query } as never, admin.access)).body.lines.map(({ text }) => text)

test('what strategies say is paged by bot and by instance, oldest first', async () => {
  await record([said('one'), said('two'), said('SBIN-EQ: enter long', 'decision')])
  await record([said('of another runner')], { ...instance, runnerKey: 'another' })
  const bot_id = instance.strategyId
  expect(await texts({ bot_id })).toEqual(['one', 'two', 'SBIN-EQ: enter long', 'of another runner'])
  expect(await texts({ instance_id: traderId })).toEqual(['one', 'two', 'SBIN-EQ: enter long'])
  expect(await texts({ bot_id, kind: 'decision' })).toEqual(['SBIN-EQ: enter long'])
  const newest = (await server.call(listOutput, { bot_id, limit: 2 } as never, admin.access)).body
  expect([newest.lines.map(({ text }) => text), newest.has_more]).toEqual([
    ['SBIN-EQ: enter long', 'of another runner'],
    true,
  ])
  expect(await texts({ bot_id, before: newest.lines[0]!.id })).toEqual(['one', 'two'])
  expect(await texts({ bot_id, after: newest.lines[0]!.id })).toEqual(['of another runner'])
  expect((await server.call(listOutput, {} as never, admin.access)).status).toBe(400)
})

test('a user may not read it', async () => {
  const { access } = await signUp(server)
  expect((await server.call(listOutput, { bot_id: instance.strategyId } as never, access)).status).toBe(403)
})

test('a chatty strategy is thinned out, is told how much was left out, and its error is kept', async () => {
  const chatty = { ...instance, runnerKey: 'chatty' }
  const recorder = openOutputRecorder(server.deps, () => undefined)
  for (let n = 0; n < 1_000; n++) recorder.add(chatty, said(`line ${n}`))
  server.moveTime(60_000)
  recorder.add(chatty, said('later'))
  for (let n = 0; n < 200; n++) recorder.add(chatty, said(`more ${n}`))
  recorder.add(chatty, said('it broke', 'error'))
  await recorder.stop()
  const kept = await server.db
    .selectFrom('strategy_output')
    .select('text')
    .where('runner_key', '=', 'chatty')
    .orderBy('id')
    .execute()
  const lines = kept.map(({ text }) => text)
  expect(lines.slice(0, 122)).toEqual([
    ...Array.from({ length: 120 }, (_, n) => `line ${n}`),
    '(880 lines left out)',
    'later',
  ])
  expect(lines.slice(-2)).toEqual(['(81 lines left out)', 'it broke'])
})

test('it is written once: the application cannot change a line', async () => {
  await expect(sql`update strategy_output set text = 'other'`.execute(server.db)).rejects.toThrow('permission denied')
})

test('an administrator’s stream is told of new lines, a user’s is not', async () => {
  const { access } = await signUp(server)
  const streams = await Promise.all([admin.access, access].map((each) => openLiveStream(server, each)))
  await record([said('hello')])
  await eventually(() =>
    expect(streams[0]!.state.text).toContain(`event: output\ndata: {"bot_id":"${instance.strategyId}"}`),
  )
  // A heartbeat that comes later on the same stream shows that nothing was on its way.
  const seen = streams[1]!.state.text.length
  await eventually(() => expect(streams[1]!.state.text.slice(seen)).toContain('still here'))
  expect(streams[1]!.state.text).not.toContain('event: output')
  for (const stream of streams) stream.close()
})

test('what a strategy decides and plots is read by symbol, its newest start counts where bars are said twice', async () => {
  const recorder = openOutputRecorder(server.deps, (error) => {
    throw error
  })
  const ema = (values: (number | null)[]) => [{ name: 'ema', pane: null, values }]
  const symbol = 'SBIN-EQ'
  recorder.addMarks({ ...instance, runnerKey: 'before' }, { symbol, timesMs: [0], signals: [1], series: ema([9]) })
  recorder.addMarks(instance, { symbol, timesMs: [60_000, 120_000], signals: [0, 1], series: ema([null, 100.5]) })
  recorder.addMarks(instance, { symbol: 'TCS-EQ', timesMs: [60_000], signals: [4], series: [] })
  recorder.addMarks(instance, { symbol, timesMs: [60_000, 180_000], signals: [0, 4], series: ema([99.5, 101]) })
  await recorder.stop()
  const read = (of: string) =>
    server.call(readMarks, { bot_id: instance.strategyId, symbol: of }, admin.access).then(({ body }) => body)
  expect(await read(symbol)).toEqual({
    version: 1,
    marks: {
      times_ms: [60_000, 120_000, 180_000],
      signals: [0, 1, 4],
      series: [{ name: 'ema', pane: null, values: [99.5, 100.5, 101] }],
    },
  })
  expect((await read('TCS-EQ')).marks).toMatchObject({ times_ms: [60_000], signals: [4] })
  expect(await read('ITC-EQ')).toEqual({ version: null, marks: { times_ms: [], signals: [], series: [] } })
  const { access } = await signUp(server)
  expect((await server.call(readMarks, { bot_id: instance.strategyId, symbol }, access)).status).toBe(403)
  await expect(sql`update strategy_marks set symbol = 'X'`.execute(server.db)).rejects.toThrow('permission denied')
})
