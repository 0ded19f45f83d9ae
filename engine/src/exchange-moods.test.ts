// The live engine over SmartAPI's wire while the simulated exchange is switched to what it does seldom.
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NO_OWN_LIMITS } from '@trading-bot/core/risk/own-limits'
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { openAngelOneBench } from './brokers/testing/open-angel-one-bench.ts'
import { answerSwitch } from './exchange/wire/switches.ts'
import { SBIN } from './exchange/testing/open-test-exchange.ts'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { type RunningEngine, runEngine } from './live/run/run-engine.ts'
import { idsFrom } from './ports/ids.ts'
import { seededRandomness } from './ports/seeded-randomness.ts'
import { memoryStore } from './simulation/memory-store.ts'

const QUANTITY = 100

const INSTANCE: BotInstance = {
  id: 'bot',
  userId: 'user',
  shard: 0,
  strategyId: 'strategy',
  version: 1,
  mode: 'LIVE',
  runnerKey: 'run',
  interval: '1m',
  botType: 'puppet',
  parameters: {},
  instruments: [SBIN],
  capital: { capitalPaise: 20_000_000 },
  limits: { ...UNLIMITED, maxEntriesPerDay: 20, maxQuantity: QUANTITY, stopLossBps: 100 },
  ownLimits: NO_OWN_LIMITS,
  onRefusedStop: 'CLOSE',
  isRunning: true,
  entriesUntilMs: Infinity,
  closeRequests: 0,
  positionsToClose: [],
  positionsToRelease: [],
  carriedPaise: 0,
}

/** A bot that trades with real money at the simulated exchange; the test plays the strategy and throws the switches. */
async function openWire() {
  const bench = await openAngelOneBench()
  const { clock, timers } = bench.time
  const memory = memoryStore({ clock, timers, instances: [INSTANCE], instruments: [SBIN] })
  let nextSignal = 0
  let running: RunningEngine | undefined
  const setup = {
    store: memory.store,
    calendar: DEMO_CALENDAR,
    fillModel: { slippageBps: 0 },
    stream: bench.ticks,
    candles: bench.broker.candles,
    openBroker: () => bench.broker,
    openRunner: ({ runnerKey }: BotInstance) => ({
      key: runnerKey,
      tokens: new Set([SBIN.token]),
      reasons: { enterLong: 'up', enterShort: 'down', exitLong: 'over', exitShort: 'over' },
      warmUpBars: 0,
      step: () => {
        const signal = nextSignal
        nextSignal = 0
        return { signal, inputs: {} }
      },
      close: () => {},
    }),
    clock,
    timers,
    ids: idsFrom(seededRandomness(5)),
    onError: () => {},
  }
  void runEngine(setup).then((engine) => (running = engine))
  await bench.passMs(5 * SECOND_MS)
  return {
    ...bench,
    memory,
    signal: async (signal: number) => {
      nextSignal = signal
      await bench.passMs(MINUTE_MS - (clock.nowMs() % MINUTE_MS) + 6 * SECOND_MS)
    },
    turn: (name: string, body: unknown) =>
      expect(answerSwitch(bench.exchange, 'POST', `/switches/${name}`, JSON.stringify(body)).status).toBe(200),
    /** What the exchange has: open orders, and the shares of the account. */
    resting: () => [...bench.account.openOrders].map(({ kind, side, quantity }) => [kind, side, quantity]),
    net: () => {
      const position = bench.account.positions.get(`${SBIN.token}:INTRADAY`)
      return (position?.buyQuantity ?? 0) - (position?.sellQuantity ?? 0)
    },
    end: async () => {
      running?.halt()
      await bench.close()
    },
  }
}

test('freeze: an entry above the quantity comes in slices, each with its stop, and one signal closes them all', async () => {
  const wire = await openWire()
  wire.turn('freeze', { symboltoken: SBIN.token, quantity: 60 })
  await wire.signal(ENTER_LONG)
  await wire.passMs(8 * SECOND_MS)
  expect(wire.net()).toBe(QUANTITY)
  expect(wire.resting()).toEqual([
    ['STOPLOSS_LIMIT', 'SELL', 50],
    ['STOPLOSS_LIMIT', 'SELL', 50],
  ])
  await wire.signal(EXIT_LONG)
  expect([wire.net(), wire.resting()]).toEqual([0, []])
  await wire.end()
})

test('risk: an exit that the risk system rejects leaves a stop, and closes once it may', async () => {
  const wire = await openWire()
  await wire.signal(ENTER_LONG)
  expect(wire.resting()).toEqual([['STOPLOSS_LIMIT', 'SELL', QUANTITY]])
  wire.turn('risk', { clientcode: wire.account.clientCode, seconds: 90 })
  await wire.signal(EXIT_LONG)
  for (let second = 0; second < 20; second++) {
    expect([wire.net(), wire.resting()]).toEqual([QUANTITY, [['STOPLOSS_LIMIT', 'SELL', QUANTITY]]])
    await wire.passMs(SECOND_MS)
  }
  await wire.passMs(2 * MINUTE_MS)
  expect([wire.net(), wire.resting()]).toEqual([0, []])
  await wire.end()
})

test('circuit: at the lower circuit the stop is triggered and waits for a buyer as one order, and fills when there is one', async () => {
  const wire = await openWire()
  await wire.signal(ENTER_LONG)
  const { lastPaise } = wire.exchange.books.get(SBIN.token)!.quote
  wire.turn('circuit', {
    symboltoken: SBIN.token,
    limit: 'LOWER',
    seconds: 60,
    price: Math.floor(lastPaise / 100) * 0.95,
  })
  await wire.passMs(30 * SECOND_MS)
  expect(wire.net()).toBe(QUANTITY)
  expect(wire.resting()).toHaveLength(1)
  await wire.passMs(MINUTE_MS)
  expect([wire.net(), wire.resting()]).toEqual([0, []])
  await wire.end()
})
