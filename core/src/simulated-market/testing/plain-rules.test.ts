// Each rule finds the fault that it is after, planted into a year that has none.
import { expect, test } from 'vitest'
import type { Bars } from '../../bars.ts'
import { valueOf } from '../../testing/value-of.ts'
import { dayNumberOf, indiaDayNumber, indiaDayStartMs } from '../../time.ts'
import { NIFTY_50 } from '../nifty-50.ts'
import { simulateBars } from '../simulate-bars.ts'
import { simulateSplits } from '../simulate-splits.ts'
import { dailyT, openFamilies, tradeBars } from './measure-edge.ts'

const MARKET = { seed: 1, hours: 'nse', generator: 2 } as const
const YEAR = { fromMs: indiaDayStartMs(dayNumberOf('2025-01-01')), untilMs: indiaDayStartMs(dayNumberOf('2026-01-01')) }
const years = NIFTY_50.slice(0, 2).map((stock) => ({
  bars: valueOf(simulateBars(MARKET, stock, YEAR)),
  splits: valueOf(simulateSplits(MARKET, stock, YEAR)),
}))

/** A daily t by which the rule stands out. */
const FOUND = 4.5
const BPS = 0.0001

/** By how much a minute's prices are raised, beside what they were. */
type Fault = (bars: Bars, row: number) => number

const dayOf = ({ timeMs }: Bars, row: number) => indiaDayNumber(timeMs[row] as number)
const isFirst = (bars: Bars, row: number) => row > 0 && dayOf(bars, row) !== dayOf(bars, row - 1)

const FAULTS: Record<string, Fault> = {
  overnight: (bars, row) => (isFirst(bars, row) ? 60 * BPS : 0),
  gap_following: (() => {
    let step = 0
    return (bars, row) => {
      if (isFirst(bars, row)) {
        step = Math.sign((bars.openPaise[row] as number) - (bars.closePaise[row - 1] as number)) * 0.4 * BPS
        return 0
      }
      return step
    }
  })(),
  volume_spike: (bars, row) => {
    const from = Math.max(0, row - 10)
    const lastHour = bars.volume.subarray(Math.max(0, from - 60), from).reduce((sum, each) => sum + each, 0) / 60
    for (let seen = from; seen < row; seen++) {
      if (dayOf(bars, seen) !== dayOf(bars, row) || (bars.volume[seen] as number) < 4 * lastHour) continue
      return Math.sign((bars.closePaise[seen] as number) - (bars.openPaise[seen] as number)) * 2 * BPS
    }
    return 0
  },
  volatility_timed: (() => {
    let [short, long] = [0, 0]
    return ({ closePaise }, row) => {
      if (row === 0) return 0
      const size = Math.abs((closePaise[row] as number) / (closePaise[row - 1] as number) - 1)
      const step = short < 0.8 * long ? 0.5 * BPS : short > 1.25 * long ? -0.5 * BPS : 0
      short += (size - short) / 30
      long += (size - long) / 375
      return step
    }
  })(),
}

test.each(Object.entries(FAULTS))('%s finds what it is after', (family, fault) => {
  expect(Math.abs(tOf(family, null))).toBeLessThan(FOUND / 1.5)
  expect(tOf(family, fault)).toBeGreaterThan(FOUND)
})

function tOf(family: string, fault: Fault | null): number {
  const [found] = openFamilies().filter(({ result }) => result.family === family)
  for (const { bars, splits } of years) tradeBars([found!], fault ? plant(bars, fault) : bars, splits)
  return dailyT(found!.result)
}

function plant(bars: Bars, fault: Fault): Bars {
  let level = 1
  const levels = bars.timeMs.map((_, row) => (level *= 1 + fault(bars, row)))
  const raised = (column: Int32Array) => column.map((price, row) => Math.round(price * (levels[row] as number)))
  return { ...bars, openPaise: raised(bars.openPaise), closePaise: raised(bars.closePaise) }
}
