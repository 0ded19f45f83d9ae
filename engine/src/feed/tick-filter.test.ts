import { expect, test } from 'vitest'
import type { Tick } from '../ports.ts'
import { tickFilter } from './tick-filter.ts'

const LAST = 80_000

function tick(atMs: number, pricePaise: number, sequence = atMs + 1): Tick {
  return {
    token: '3045',
    atMs,
    sequence,
    pricePaise,
    lastQuantity: 1,
    dayVolume: 1,
    previousClosePaise: LAST,
  }
}

/** The prices that were believed after each tick; HELD_BACK and INSANE stand for none. */
function take(ticks: readonly Tick[], lastPaise: number | null = LAST) {
  const filter = tickFilter()
  let last = lastPaise
  return ticks.map((one) => {
    const taken = filter.take(one, last)
    if (typeof taken === 'string') return taken
    last = taken.at(-1)!.pricePaise
    return taken.map(({ pricePaise }) => pricePaise)
  })
}

test('a single wild tick is never believed, however often it is repeated', () => {
  const wild = tick(100, 8_000_000)
  expect(take([tick(0, LAST), wild, wild, wild, wild, tick(200, LAST)])).toEqual([
    [LAST],
    ...Array(4).fill('HELD_BACK'),
    [LAST],
  ])
})

test('wild ticks between good ones never add up to a level', () => {
  const ticks = [0, 1, 2, 3, 4, 5].flatMap((second) => [
    tick(second * 1_000, 50_000, second),
    tick(second * 1_000, LAST, second),
  ])
  expect(take(ticks)).toEqual(Array.from({ length: 6 }, () => ['HELD_BACK', [LAST]]).flat())
})

test('a new level is accepted with its third tick', () => {
  expect(take([tick(0, 50_000), tick(300, 50_200), tick(700, 49_900), tick(900, 50_000)])).toEqual([
    'HELD_BACK',
    'HELD_BACK',
    [50_000, 50_200, 49_900],
    [50_000],
  ])
})

test('a new level is accepted after two seconds of agreement', () => {
  expect(take([tick(0, 50_000), tick(1_999, 50_000)])).toEqual(['HELD_BACK', 'HELD_BACK'])
  expect(take([tick(0, 50_000), tick(2_000, 50_100)])).toEqual(['HELD_BACK', [50_000, 50_100]])
})

test('far ticks that disagree with each other confirm nothing', () => {
  const ticks = [50_000, 8_000_000, 40_000, 30_000, 50_000].map((paise, second) => tick(second * 3_000, paise))
  expect(take(ticks)).toEqual(Array(5).fill('HELD_BACK'))
})

test('a late tick of the old level does not delay the new one', () => {
  expect(take([tick(1_000, 50_000), tick(1_500, 50_000), tick(900, LAST), tick(1_700, 50_000)])).toEqual([
    'HELD_BACK',
    'HELD_BACK',
    [LAST],
    [50_000, 50_000, 50_000],
  ])
})

test('a wrong previous close delays the first prices of a day, it does not silence the day', () => {
  const split = [0, 1, 2, 3].map((second) => tick(second * 500, 16_000))
  expect(take(split, null)).toEqual(['HELD_BACK', 'HELD_BACK', [16_000, 16_000, 16_000], [16_000]])
})

test('impossible prices are dropped and confirm nothing', () => {
  const broken = [0, -5, Number.NaN, 80_000.5, 3_000_000_000].map((paise, at) => tick(at * 1_000, paise))
  expect(take(broken)).toEqual(Array(5).fill('INSANE'))
})
