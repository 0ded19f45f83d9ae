// Sweeps of more than two parameters, and by other objectives than the net profit.
import type { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { readSweep, startSweep } from '@trading-bot/contract/rest/trading/sweeps'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { runTestBacktest } from '../../../testing/run-test-backtest.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { botForm, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { startTestWorker } from '../../../testing/test-worker.ts'
import { expandSweep } from './expand-sweep.ts'
import { joinSweep, type SweepBasis } from './join-sweep.ts'

const CODE = `
from bot_runtime import parameter
period = parameter("average_bars", 20, min=5, max=60)
buffer = parameter("buffer_percent", 0.0, min=0.0, max=2.0)
first = parameter("first_hour", 9, min=9, max=14)
last = parameter("last_hour", 14, min=9, max=15)
closes = []
def on_bar(bot, bar):
    closes.append(bar.close_paise)
    if len(closes) < period:
        return
    average = sum(closes[-period:]) / period
    if first <= bar.time.hour <= last and bar.close_paise > average * (1 + buffer / 100):
        bot.buy()
    elif bar.close_paise < average:
        bot.exit("long")
`
const axis = (field: string, from: number, to: number, step: number) => ({ field, from, to, step })

const server = scriptServerForFile()
const admin = adminForFile(server)
const config = { ...botForm('Four'), bot_type: 'custom_strategy' as const }
let botId: string
beforeAll(async () => {
  botId = (await newBotCode(server, admin.access, CODE, config as never)).id
})

const four = (): CallRequest<typeof startSweep> => ({
  bot_id: botId,
  days: 5,
  market: 'simulated',
  min_trades: 1,
  objective: 'net_per_drawdown',
  x: axis('average_bars', 10, 20, 10),
  y: axis('buffer_percent', 0, 0.1, 0.1),
  others: [axis('first_hour', 9, 11, 2), axis('last_hour', 12, 14, 2)],
})

test('a sweep of four parameters runs every combination, each as a backtest with these values', async () => {
  const { status, body } = await server.call(startSweep, four(), admin.access)
  expect(status, JSON.stringify(body)).toBe(200)
  const worker = await startTestWorker(server)
  const read = async () => (await server.call(readSweep, { id: body.id }, admin.access)).body
  await eventually(async () => expect((await read()).state).toBe('finished'))
  await worker.stop()
  const { report } = await read()
  expect(report).toMatchObject({
    objective: 'net_per_drawdown',
    others: [
      { field: 'first_hour', values: [9, 11] },
      { field: 'last_hour', values: [12, 14] },
    ],
  })
  expect(report?.cells).toHaveLength(16)
  expect(new Set(report?.cells.map(({ x, y, others }) => [x, y, ...others].join())).size).toBe(16)
  const one = report?.cells.find(({ x, y, others }) => x === 20 && y === 0.1 && others.join() === '11,12')
  const author_parameters = { average_bars: 20, buffer_percent: 0.1, first_hour: 11, last_hour: 12 }
  const wanted: CallRequest<typeof runBacktest> = { code: CODE, config: { ...config, author_parameters }, days: 5 }
  const { body: same } = await runTestBacktest(server, admin.access, { ...wanted, market: 'simulated' })
  expect(same.report).toMatchObject({ net: one?.net, trades_total: one?.trades, max_drawdown: one?.max_drawdown })
})

test.each([
  [
    { others: [axis('first_hour', 9, 14, 1), axis('average_bars', 9, 14, 1)] },
    { 'others.1': ['Choose different parameters'] },
  ],
  [{ others: [axis('magic', 9, 14, 1)] }, { 'others.0': ['The code declares no number with this name'] }],
  [
    {
      x: axis('average_bars', 5, 24, 1),
      y: axis('buffer_percent', 0, 1.9, 0.1),
      others: [axis('first_hour', 9, 14, 1), axis('last_hour', 9, 14, 1)],
    },
    {
      'others.1': ['These are 14,400 combinations; at most 4,000 are run. Choose larger steps or fewer parameters.'],
    },
  ],
])('what cannot be swept is refused at its field (%#)', async (more, expected) => {
  const { status, body } = await server.call(startSweep, { ...four(), ...more }, admin.access)
  expect(status).toBe(400)
  expect(body).toMatchObject(expected)
})

test('the training period’s choice is the best by the chosen objective', () => {
  const parameters = [{ ...PERIOD, name: 'average_bars' }]
  const sweep = expandSweep(
    { runsAs: 'python', botType: 'custom_strategy', version: { parameters }, parameters: {} },
    { x: axis('average_bars', 10, 20, 10), y: undefined, others: [] },
  )
  if (!sweep.ok) throw new Error(sweep.sentence)
  const fold = { from: '', until: '', trainedBars: 375, validatedBars: 375 }
  const basis = { symbol: '', market: '', bars: 750, folds: [fold] } as unknown as SweepBasis
  // The first earns more, the second more for each rupee of drawdown.
  const results = [
    [50_000, 40_000],
    [20_000, 2_000],
  ].map(([paise, drawdown]) => ({
    netPaise: 0,
    trades: 20,
    maxDrawdownPaise: 0,
    folds: [{ trainedPaise: paise!, trainedTrades: 20, trainedDrawdownPaise: drawdown!, validatedPaise: 0 }],
  }))
  const chosen = (objective: 'net' | 'net_per_drawdown') =>
    joinSweep(basis, sweep, results, { choice: { minTrades: 1, objective }, tookMs: 0 }).walk_forward?.folds[0]?.x
  expect(chosen('net')).toBe(10)
  expect(chosen('net_per_drawdown')).toBe(20)
})

const PERIOD = { type: 'int', label: '', help: '', min: 5, max: 60, step: 1, default: 20 }
