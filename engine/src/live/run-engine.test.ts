import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { exchangePaperMarket } from '../brokers/paper/exchange-paper-market.ts'
import { paperBroker } from '../brokers/paper/paper-broker.ts'
import { paperPast } from '../brokers/paper/paper-past.ts'
import { exchangeTicks } from '../exchange/exchange-ticks.ts'
import { openTestExchange } from '../exchange/testing/open-test-exchange.ts'
import { idsFrom } from '../seams/ids.ts'
import { seededRandomness } from '../seams/seeded-randomness.ts'
import { systemDrain } from '../seams/system-drain.ts'
import { memoryStore } from '../simulation/memory-store.ts'
import type { Participant } from './participant.ts'
import { runEngine } from './run-engine.ts'
import { nativeSignals } from './signal-run.ts'

test('smoke', async () => {
  const stocks = NIFTY_50.slice(0, 5)
  const { exchange, time } = openTestExchange({ instruments: stocks, minute: 600 })
  const market = exchangePaperMarket(exchange)
  const participant = (id: string): Participant => ({
    id,
    userId: id,
    strategyId: 's',
    version: 1,
    mode: 'PAPER',
    runKey: 'k',
    botType: 'ema_strategy',
    parameters: {},
    instruments: stocks,
    capital: { capitalPaise: 50_000_000 },
    limits: {
      maxEntriesPerDay: 50,
      maxLossPerDayPaise: null,
      maxProfitPerDayPaise: null,
      maxQuantity: 1000,
      stopLossBps: 50,
      targetBps: 100,
    },
    isRunning: true,
    entriesUntilMs: Infinity,
    closeRequests: 0,
  })
  const { store, rows } = memoryStore({ ...time, participants: [participant('a'), participant('b')] })
  const fillModel = { slippageBps: 5 }
  const paper = exchangePaperMarket(exchange)
  const running = await runEngine(
    {
      store,
      calendar: DEMO_CALENDAR,
      fillModel,
      stream: exchangeTicks(exchange),
      clock: time.clock,
      timers: time.timers,
      candles: async (instrument, range) => {
        const bars = market.candles(instrument, range)
        return bars ? { kind: 'answered', value: bars } : { kind: 'unavailable', why: '' }
      },
      openBroker: (stored) =>
        paperBroker({ cashPaise: 1e15, market: paper, fillModel, ...time, before: paperPast(stored) }),
      openSignals: nativeSignals,
      ids: idsFrom(seededRandomness(3)),
      onTrouble: (what, error) => {
        throw new Error(what, { cause: error })
      },
    },
    stocks,
  )
  const begun = performance.now()
  await time.settleTo(time.clock.nowMs() + 58 * MINUTE_MS, systemDrain)
  console.log(performance.now() - begun, 'ms')
  console.log(
    [...rows.orders.values()]
      .map(
        (o) =>
          `${o.participantId} ${o.token} ${o.purpose} ${o.side} ${o.quantity} ${o.reason} ${o.state} ${o.pnlPaise} ${o.fills[0]?.pricePaise}`,
      )
      .join('\n'),
  )
  console.log(rows.notices)
  expect([...rows.positions.values()].filter((p) => p.closedAtMs === null)).toEqual([])
  await running.stop()
})
