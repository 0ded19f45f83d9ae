import { expect, test } from 'vitest'
import type { Answer, Tick, TickListener } from '../ports.ts'
import type { Bars } from '@trading-bot/core/bars'
import { virtualTime } from '../ports/virtual-time.ts'
import { SBIN } from '../exchange/testing/open-test-exchange.ts'
import { type PriceSource, withSpare } from './with-spare.ts'

const TICK: Tick = {
  token: '3045',
  atMs: 0,
  sequence: 1,
  pricePaise: 80_000,
  lastQuantity: 1,
  dayVolume: 1,
  previousClosePaise: 80_000,
}
const BARS = { timeMs: new Float64Array() } as unknown as Bars

/** A price source that the test controls. */
function played(name: string) {
  const listeners = new Set<TickListener>()
  const asked: string[] = []
  let answer: Answer<Bars> = { kind: 'answered', value: BARS }
  const source: PriceSource = {
    stream: {
      open: (_tokens, listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    candles: async () => {
      asked.push(name)
      return answer
    },
  }
  return {
    source,
    listeners,
    asked,
    up: () => listeners.forEach(({ onUp }) => onUp()),
    down: () => listeners.forEach(({ onDown }) => onDown()),
    tick: (sequence: number) => listeners.forEach(({ onTick }) => onTick({ ...TICK, sequence })),
    fail: () => (answer = { kind: 'unavailable', why: 'no session' }),
  }
}

function open() {
  const time = virtualTime(0)
  const first = played('first')
  const spare = played('spare')
  const received: string[] = []
  const switches: string[] = []
  const prices = withSpare(first.source, spare.source, { ...time, onSwitch: (to) => switches.push(to) })
  const listen = (name: string) =>
    prices.stream.open(['3045'], {
      onTick: ({ sequence }) => received.push(`${name} ${sequence}`),
      onUp: () => received.push(`${name} up`),
      onDown: () => received.push(`${name} down`),
    })
  return { time, first, spare, received, switches, prices, listen }
}

test('the spare takes over when the first is down for 20 s, and switches back when it is up for a minute', () => {
  const { time, first, spare, received, switches, listen } = open()
  listen('a')
  first.up()
  first.tick(1)
  first.down()
  time.advanceBy(19_000)
  expect(spare.listeners.size).toBe(0)
  time.advanceBy(1_000)
  expect(switches).toEqual(['spare'])
  spare.up()
  spare.tick(2)
  first.up()
  time.advanceBy(59_000)
  // Only the active source's ticks are passed on.
  first.tick(3)
  spare.tick(3)
  time.advanceBy(1_000)
  expect(switches).toEqual(['spare', 'first'])
  expect(spare.listeners.size).toBe(0)
  first.tick(4)
  expect(received).toEqual(['a up', 'a 1', 'a down', 'a up', 'a 2', 'a 3', 'a down', 'a up', 'a 4'])
})

test('a first source that never connects is replaced too, and a short disconnect changes nothing', () => {
  const never = open()
  never.listen('a')
  never.time.advanceBy(20_000)
  never.spare.up()
  expect(never.switches).toEqual(['spare'])
  const short = open()
  short.listen('a')
  short.first.up()
  for (let breaks = 0; breaks < 5; breaks++) {
    short.first.down()
    short.time.advanceBy(15_000)
    short.first.up()
    short.time.advanceBy(15_000)
  }
  expect(short.switches).toEqual([])
})

test('a flapping first source is not switched back to, unless the spare is down', () => {
  const { time, first, spare, switches, listen } = open()
  listen('a')
  time.advanceBy(20_000)
  spare.up()
  for (let breaks = 0; breaks < 3; breaks++) {
    first.up()
    time.advanceBy(40_000)
    first.down()
    time.advanceBy(10_000)
  }
  expect(switches).toEqual(['spare'])
  spare.down()
  first.up()
  expect(switches).toEqual(['spare', 'first'])
})

test('all subscribers switch together, a later one joins, and a closed one receives nothing', () => {
  const { time, first, spare, received, listen } = open()
  const stop = listen('a')
  listen('b')
  first.up()
  ;[...first.listeners][0]!.onDown()
  time.advanceBy(20_000)
  listen('c')
  spare.up()
  received.length = 0
  stop()
  spare.tick(7)
  expect(received).toEqual(['b 7', 'c 7'])
  expect(first.listeners.size).toBe(2)
})

test('candles come from the active source, or from the other if it has none', async () => {
  const { time, first, spare, prices, listen } = open()
  const range = { fromMs: 0, untilMs: 60_000 }
  listen('a')
  first.up()
  await prices.candles(SBIN, range)
  expect([first.asked.length, spare.asked.length]).toEqual([1, 0])
  first.fail()
  expect(await prices.candles(SBIN, range)).toMatchObject({ kind: 'answered' })
  first.down()
  time.advanceBy(20_000)
  await prices.candles(SBIN, range)
  expect([first.asked.length, spare.asked.length]).toEqual([2, 2])
  spare.fail()
  expect(await prices.candles(SBIN, range)).toMatchObject({ kind: 'unavailable' })
})

test('timers stop without subscribers, and the next subscriber uses the same source', () => {
  const { time, first, spare, received, switches, listen } = open()
  const stop = listen('a')
  time.advanceBy(20_000)
  spare.up()
  first.up()
  stop()
  time.advanceBy(120_000)
  expect(switches).toEqual(['spare'])
  expect(time.pendingTimers()).toBe(0)
  listen('b')
  spare.up()
  received.length = 0
  first.tick(1)
  spare.tick(2)
  expect(received).toEqual(['b 2'])
})
