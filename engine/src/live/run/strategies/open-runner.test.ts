import { expect, test, vi } from 'vitest'
import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { silentMinute } from '@trading-bot/core/intervals/silent-minutes'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { TimeRange } from '../../../ports.ts'
import { openLiveBench, PRICE_PAISE } from '../../testing/open-live-bench.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import type { PastMinutes, StrategyRunner } from '../engine/strategy-runner.ts'
import { closeIdleRunners } from './close-idle-runners.ts'
import { openRunner } from './open-runner.ts'

const START_MS = 100_000 * MINUTE_MS
const INSTANCE = {
  runnerKey: 'run',
  interval: '1m',
  isRunning: true,
  instruments: [{ token: 'quick' }, { token: 'slow' }],
} as unknown as BotInstance

function bench(change: Partial<StrategyRunner> = {}, stored: KeptState | null = null) {
  const seen: { readonly token: string; readonly startMs: number }[] = []
  const close = vi.fn<() => void>()
  const step = vi.fn<StrategyRunner['step']>(() => ({ signal: ENTER_LONG, inputs: {} }))
  const opened = { count: 0 }
  const restore = vi.fn<NonNullable<StrategyRunner['restore']>>()
  const market = {
    nextBarMs: START_MS,
    runners: new Map(),
    followers: new Map(),
    closedByHand: new Map(),
    prices: {
      candles: async ({ token }: { token: string }, { fromMs, untilMs }: TimeRange) => {
        // A minute ends while the history of the second instrument is being read.
        if (token === 'slow' && market.nextBarMs === START_MS) market.nextBarMs += MINUTE_MS
        const count = (untilMs - fromMs) / MINUTE_MS
        const timeMs = Float64Array.from({ length: count }, (_, row) => fromMs + row * MINUTE_MS)
        const price = new Int32Array(count)
        const prices = { openPaise: price, highPaise: price, lowPaise: price, closePaise: price }
        return { kind: 'answered', value: { timeMs, ...prices, volume: new Float64Array(count) } }
      },
    },
  }
  const engine = {
    markets: { real: market, paper: market },
    setup: {
      calendar: DEMO_CALENDAR,
      store: { strategyState: async () => stored },
      openRunner: () => {
        opened.count++
        const warmUp = (past: readonly PastMinutes[]) => {
          for (const { token, minutes } of past) for (const startMs of minutes.timeMs) seen.push({ token, startMs })
        }
        return { key: 'run', tokens: new Set(), reasons: {}, warmUpBars: 3, step, warmUp, restore, close, ...change }
      },
    },
  }
  return { engine: engine as unknown as LiveEngine, seen, step, close, opened, restore }
}

test('a runner warms up on all its instruments, including a minute that ended meanwhile', async () => {
  const { engine, seen, step } = bench()
  const runner = await openRunner(engine, INSTANCE)
  const minutes = seen.map(({ token, startMs }) => `${token} ${(startMs - START_MS) / MINUTE_MS}`)
  expect(minutes).toEqual(['quick -3', 'quick -2', 'quick -1', 'slow -3', 'slow -2', 'slow -1', 'quick 0', 'slow 0'])
  // The same minute, still being processed by the engine, is not applied twice.
  expect(await runner!.step('quick', silentMinute(START_MS, PRICE_PAISE))).toMatchObject({ signal: 0 })
  expect(step).not.toHaveBeenCalled()
  expect(await runner!.step('quick', silentMinute(START_MS + MINUTE_MS, PRICE_PAISE))).toMatchObject({ signal: 1 })
})

test.each([
  ['1m', 3, 3],
  ['5m', 3, 15],
  // Ten minutes of a session of the demo market, and the two before it.
  ['1d', 3, 130],
  ['1d', 5_000, 90 * 24 * 60],
] as const)(
  'a runner of %s bars that needs %i of them warms up on %i minutes',
  async (interval, warmUpBars, minutes) => {
    const { engine, seen } = bench({ warmUpBars })
    await openRunner(engine, { ...INSTANCE, interval, instruments: INSTANCE.instruments.slice(0, 1) })
    expect([seen.length, START_MS - seen[0]!.startMs]).toEqual([minutes, minutes * MINUTE_MS])
  },
)

test('a failed runner is reopened only for a running bot', async () => {
  let isOver = false
  const { engine, opened, close } = bench({ isOver: () => isOver })
  const first = await openRunner(engine, INSTANCE)
  expect(await openRunner(engine, INSTANCE)).toBe(first)
  isOver = true
  expect(await openRunner(engine, { ...INSTANCE, isRunning: false })).toBe(first)
  expect(opened.count).toBe(1)
  expect(await openRunner(engine, INSTANCE)).not.toBe(first)
  expect(opened.count).toBe(2)
  expect(close).toHaveBeenCalledTimes(1)
})

test('a runner whose instances neither run nor hold anything is closed', async () => {
  const { engine, close } = bench()
  await openRunner(engine, INSTANCE)
  const stopped = { instance: { ...INSTANCE, isRunning: false }, positions: new Map([['p', {}]]) }
  engine.markets.real.followers.set('run', new Set([stopped as never]))
  closeIdleRunners(engine)
  expect(close).not.toHaveBeenCalled()
  stopped.positions.clear()
  closeIdleRunners(engine)
  expect(close).toHaveBeenCalledTimes(1)
  expect(engine.markets.real.runners.size).toBe(0)
})

test('an order’s share of the model capital is applied to the account’s capital, within the account’s limits', async () => {
  // Ten shares for a model account of ₹50,000; this account has ₹1,00,000.
  const share = { valuePaise: 10 * PRICE_PAISE, ofPaise: 5_000_000 }
  const followed = await openLiveBench()
  await followed.signal(ENTER_LONG, share)
  expect(followed.last().quantity).toBe(20)
  const limited = await openLiveBench()
  // More than the account has: its capital decides, as for an order without a quantity.
  await limited.signal(ENTER_LONG, { ...share, valuePaise: 1_000 * PRICE_PAISE })
  const plain = await openLiveBench()
  await plain.signal(ENTER_LONG)
  expect(limited.last().quantity).toBe(plain.last().quantity)
  expect(plain.last().quantity).toBeGreaterThan(20)
  const small = await openLiveBench({ instance: { capital: { capitalPaise: 200_000 } } })
  await small.signal(ENTER_LONG, share)
  expect(small.orders()).toEqual([])
})

test('a runner begins with what the one before it has kept, and is told at its first bar what nobody holds', async () => {
  const kept = { at_ms: 1, state: '{}', account: '' }
  const { engine, restore } = bench({ tokens: new Set(['quick', 'slow']) }, kept)
  await openRunner(engine, INSTANCE)
  expect(restore).toHaveBeenCalledExactlyOnceWith(kept)
  expect(engine.markets.real.closedByHand).toEqual(new Map([['run', new Set(['quick', 'slow'])]]))
  const fresh = bench()
  await openRunner(fresh.engine, INSTANCE)
  expect(fresh.restore).not.toHaveBeenCalled()
  expect(fresh.engine.markets.real.closedByHand.size).toBe(0)
})
