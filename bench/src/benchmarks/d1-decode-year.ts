import { compressBars, decompressBars } from '../../../server/src/trading/market-data/store/compress-bars.ts'
import { daySlices, joinBars } from '../../../server/src/trading/market-data/store/day-slices.ts'
import { monthOf } from '../../../server/src/trading/market-data/store/bar-store.ts'
import type { Benchmark } from '../benchmark.ts'
import { makeBars } from '../fixtures/make-bars.ts'

const YEAR = 250 * 375
const ROUNDS = 21
const GOAL_MS = 10

export const d1DecodeYear: Benchmark = {
  id: 'D1',
  title: 'one year of one-minute bars of one symbol from compressed months to typed columns (goal: 10 ms)',
  // Of all rounds; the middle one counts and is in the details.
  goal: { seconds: (ROUNDS * 2 * GOAL_MS) / 1_000 },
  prepare: async () => {
    const months = new Map<string, Parameters<typeof compressBars>[0][]>()
    for (const [day, bars] of daySlices(makeBars(YEAR, 7))) {
      months.set(monthOf(day), [...(months.get(monthOf(day)) ?? []), bars])
    }
    const packed: Buffer[] = []
    for (const days of months.values()) packed.push(await compressBars(joinBars(days)))
    return async () => {
      const times: number[] = []
      let bars = 0
      for (let round = 0; round < ROUNDS; round++) {
        const begun = performance.now()
        bars = decompressBars(packed).timeMs.length
        times.push(performance.now() - begun)
      }
      const [first] = times
      const middle = times.toSorted((one, other) => one - other)[ROUNDS >> 1]!
      const bytes = packed.reduce((sum, { length }) => sum + length, 0)
      return {
        units: bars * ROUNDS,
        hash: '',
        details: {
          bars,
          bytes_a_bar: Number((bytes / bars).toFixed(2)),
          middle_ms: Number(middle.toFixed(1)),
          first_ms: Number(first!.toFixed(1)),
          is_within_goal: middle <= GOAL_MS,
        },
      }
    }
  },
}
