import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BuiltBar } from '../../feed/built-bar.ts'
import { runFeed } from '../../feed/run-feed.ts'
import { answered } from '../acceptance/steps.ts'
import { type AngelOneBench, openAngelOneBench } from '../testing/open-angel-one-bench.ts'
import { angelOneAccount } from './angel-one-account.ts'
import type { Session } from './session/log-in.ts'
import type { LogInState } from './session/log-in-gate.ts'
import { tryLogIn } from './session/try-log-in.ts'

let bench: AngelOneBench

beforeEach(async () => {
  bench = await openAngelOneBench()
})

afterEach(() => bench.close())

const logIns = () => bench.wire.sent.filter(({ url }) => url.endsWith('/loginByPassword'))
const bodiesTo = (path: string) =>
  bench.wire.sent.filter(({ url }) => url.endsWith(path)).map(({ body }) => JSON.parse(body) as Record<string, unknown>)

test('every call sends the documented headers, and all but the log-in send the token', async () => {
  answered(await bench.settle(bench.broker.funds()))
  const [logIn, funds] = bench.wire.sent
  const shared = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-UserType': 'USER',
    'X-SourceID': 'WEB',
    'X-ClientLocalIP': '127.0.0.1',
    'X-ClientPublicIP': '127.0.0.1',
    'X-MACAddress': '00:00:00:00:00:00',
    'X-PrivateKey': bench.account.apiKey,
  }
  expect(logIn?.headers).toEqual(shared)
  expect(funds?.headers).toEqual({ ...shared, Authorization: expect.stringMatching(/^Bearer ey/) })
})

test('concurrent calls share one log-in per day, and the next day logs in again', async () => {
  await bench.close()
  bench = await openAngelOneBench({ minute: 23 * 60 + 58 })
  await bench.settle(Promise.all([bench.broker.funds(), bench.broker.positions(), bench.broker.orderBook()]))
  answered(await bench.settle(bench.broker.funds()))
  expect(logIns().length).toBe(1)
  bench.time.advanceTo(indiaDayStartMs(dayNumberOf('2026-11-17')) + 1_000)
  answered(await bench.settle(bench.broker.funds()))
  expect(logIns().length).toBe(2)
})

test('an expired token is refreshed without another log-in if the broker allows it', async () => {
  answered(await bench.settle(bench.broker.funds()))
  bench.faults.plan('AUTH_REFUSED')
  answered(await bench.settle(bench.broker.funds()))
  expect(logIns().length).toBe(1)
  expect(bodiesTo('/generateTokens').length).toBe(1)
})

test('a second log-in within the same TOTP window waits for the next code', async () => {
  answered(await bench.settle(bench.broker.funds()))
  await bench.endSession!()
  const beforeMs = bench.nowMs()
  answered(await bench.settle(bench.broker.funds()))
  expect(Math.floor(bench.nowMs() / 30_000)).toBe(Math.floor(beforeMs / 30_000) + 1)
})

/** A process of its own: it shares nothing with the bench's but the stored session. */
function openElsewhere(stored: { session: Session | null }, onLogIn: (state: LogInState) => void = () => undefined) {
  const sessionStore = {
    load: async () => stored.session,
    save: (session: Session) => {
      stored.session = session
    },
  }
  return angelOneAccount({ ...bench.setup, usedTotpWindows: new Map(), sessionStore, onLogIn }).broker
}

test('a process that takes an account over uses its session of today, within the same TOTP window', async () => {
  const stored: { session: Session | null } = { session: null }
  answered(await bench.settle(openElsewhere(stored).funds()))
  const beforeMs = bench.nowMs()
  const states: LogInState[] = []
  answered(await bench.settle(openElsewhere(stored, (state) => states.push(state)).funds()))
  expect(logIns().length).toBe(1)
  expect(bench.nowMs() - beforeMs).toBeLessThan(1_000)
  expect(states).toEqual([{ kind: 'open' }])
})

test('a stored session that the broker no longer accepts is replaced, for every process that uses it', async () => {
  const stored: { session: Session | null } = { session: null }
  const [one, other] = [openElsewhere(stored), openElsewhere(stored)]
  for (const broker of [one, other]) answered(await bench.settle(broker.funds()))
  const ended = stored.session
  await bench.endSession!()
  await bench.passMs(30_000)
  for (const broker of [one, other]) answered(await bench.settle(broker.funds()))
  expect(stored.session).not.toEqual(ended)
  // The second one finds what the first one opened.
  expect(logIns().length).toBe(2)
})

test('a session stored yesterday is not used', async () => {
  const stored: { session: Session | null } = { session: null }
  answered(await bench.settle(openElsewhere(stored).funds()))
  stored.session = { ...stored.session!, dayNumber: stored.session!.dayNumber - 1 }
  await bench.passMs(30_000)
  answered(await bench.settle(openElsewhere(stored).funds()))
  expect(logIns().length).toBe(2)
})

test('checking credentials by a real log-in gives accepted, rejected with proof, failed with a sentence, or unreachable', async () => {
  const { account, setup } = bench
  const context = { ...setup, usedTotpWindows: new Map() }
  expect(await bench.settle(tryLogIn(context, account))).toEqual({ kind: 'accepted' })
  await bench.passMs(30_000)
  for (const [wrong, kind, sentence] of [
    [{ mpin: '0000' }, 'refused', /client code and MPIN/],
    [{ totpSecret: 'AAAAAAAAAAAAAAAA' }, 'failed', /TOTP/],
    [{ totpSecret: 'not base32!' }, 'refused', /TOTP secret is not one/],
    [{ apiKey: 'unknown' }, 'failed', /API key/],
    [{ clientCode: 'Z999999' }, 'refused', /client code/],
  ] as const) {
    const fresh = { ...setup, usedTotpWindows: new Map() }
    const tried = await bench.settle(tryLogIn(fresh, { ...account, ...wrong }))
    expect(tried).toEqual({ kind, sentence: expect.stringMatching(sentence) })
    await bench.passMs(1_100)
  }
  expect(await bench.settle(tryLogIn({ ...context, restUrl: 'http://127.0.0.1:1' }, account))).toEqual({
    kind: 'unreachable',
  })
})

test('bars built from the feed equal those of the market, despite a disconnect', async () => {
  const bars: BuiltBar[] = []
  const feed = runFeed(
    {
      calendar: DEMO_CALENDAR,
      stream: bench.ticks,
      candles: bench.broker.candles,
      ...bench.time,
      // A real socket needs event loop turns while virtual time advances.
      graceMs: 4_000,
    },
    { onBar: (_, bar) => bars.push(bar), onPrice: () => {}, onStale: () => {} },
  )
  feed.subscribe([{ ...bench.instrument, hasDerivatives: true }])
  const startMs = bench.nowMs()
  await bench.passMs(70_000)
  bench.proxy.cutSockets()
  await bench.passMs(200_000)
  for (let turn = 0; bars.length < 3 && turn < 1_000; turn++) await bench.passMs(1_000)
  feed.close()
  const range = { fromMs: startMs - (startMs % MINUTE_MS), untilMs: startMs + 3 * MINUTE_MS }
  const real = simulateBars(
    bench.exchange.market,
    bench.exchange.books.get(bench.instrument.token)!.quote.instrument,
    range,
  )
  if (!real.ok) throw new Error(real.refusal.sentence)
  const { openPaise, highPaise, lowPaise, closePaise, volume } = real.value
  expect(bars.slice(0, 3)).toEqual(
    Array.from(real.value.timeMs, (barMs, row) => ({
      startMs: barMs,
      openPaise: openPaise[row],
      highPaise: highPaise[row],
      lowPaise: lowPaise[row],
      closePaise: closePaise[row],
      volume: volume[row],
    })),
  )
})
