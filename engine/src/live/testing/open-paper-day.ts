import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NO_OWN_LIMITS } from '@trading-bot/core/risk/own-limits'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { exchangePaperMarket } from '../../brokers/paper/exchange-paper-market.ts'
import { paperBroker } from '../../brokers/paper/paper-broker.ts'
import { paperPast } from '../../paper-past.ts'
import { exchangeTicks } from '../../exchange/exchange-ticks.ts'
import { openTestExchange } from '../../exchange/testing/open-test-exchange.ts'
import { idsFrom } from '../../ports/ids.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import { memoryStore } from '../../simulation/memory-store.ts'
import type { LiveSetup } from '../run/engine/live-engine.ts'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { type RunningEngine, runEngine } from '../run/run-engine.ts'
import { nativeRunner } from '../run/engine/strategy-runner.ts'

export const FILL_MODEL = { slippageBps: 5 }
export const STOCKS = NIFTY_50.slice(0, 5)

export const TRADER: BotInstance = {
  id: 'bot',
  userId: 'user',
  shard: 0,
  strategyId: 'strategy',
  version: 1,
  mode: 'PAPER',
  runnerKey: 'run',
  interval: '1m',
  botType: 'ema_strategy',
  parameters: { ema_period: 20 },
  instruments: STOCKS,
  capital: { capitalPaise: 50_000_000 },
  limits: {
    ...UNLIMITED,
    maxEntriesPerDay: 40,
    maxQuantity: 1000,
    stopLossBps: 25,
    targetBps: 40,
  },
  ownLimits: NO_OWN_LIMITS,
  onRefusedStop: 'CLOSE',
  isRunning: true,
  entriesUntilMs: Infinity,
  closeRequests: 0,
  positionsToClose: [],
  positionsToRelease: [],
  carriedPaise: 0,
}

type Options = {
  readonly instances?: readonly BotInstance[]
  readonly step?: (what: string) => void | Promise<void>
  readonly openRunner?: LiveSetup['openRunner']
}

/** The engine with paper accounts on the simulated exchange in virtual time, starting at 10:00 India time. */
export function openPaperDay({ instances = [TRADER], step, openRunner }: Options = {}) {
  const { exchange, time } = openTestExchange({ instruments: STOCKS, minute: 600 })
  const market = exchangePaperMarket(exchange)
  const memory = memoryStore({ ...time, instances, ...(step && { step }) })
  const setup: LiveSetup = {
    store: memory.store,
    calendar: DEMO_CALENDAR,
    fillModel: FILL_MODEL,
    stream: exchangeTicks(exchange),
    candles: async (instrument, range) => {
      const bars = market.candles(instrument, range)
      return bars ? { kind: 'answered', value: bars } : { kind: 'unavailable', why: 'no bars' }
    },
    openBroker: (stored) =>
      paperBroker({ cashPaise: 2 ** 50, market, fillModel: FILL_MODEL, ...time, before: paperPast(stored) }),
    openRunner: openRunner ?? nativeRunner(DEMO_CALENDAR),
    clock: time.clock,
    timers: time.timers,
    ids: idsFrom(seededRandomness(3)),
    onError: () => {},
  }
  let running: RunningEngine | undefined
  const pass = (ms: number) => time.settleTo(time.clock.nowMs() + ms, systemDrain)
  return {
    exchange,
    time,
    memory,
    setup,
    pass,
    begin: async () => {
      running = undefined
      void runEngine(setup).then((engine) => {
        running = engine
      })
      for (let second = 0; !running && second < 60; second++) await pass(1_000)
    },
    /** The process dies, and its session with it. */
    crash: () => {
      running?.halt()
      memory.endSessions()
    },
    end: async () => {
      await running?.stop()
      exchange.close()
    },
  }
}
