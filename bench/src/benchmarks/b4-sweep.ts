import { gridRange } from '@trading-bot/core/sweep/expand-grid'
import type { Benchmark } from '../benchmark.ts'
import { MILLION } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { sweepOnWorkers } from '../processes/sweep-workers.ts'

const WORKERS = 2

export const b4Sweep: Benchmark = {
  id: 'B4',
  title: '1,000 parameter pairs of B1 on 2 workers over shared memory',
  goal: { seconds: 10, peakMb: 300 },
  prepare: () => {
    const bars = makeBars(MILLION, 1)
    const grid = { fast_ema_period: gridRange(8, 32, 1), ema_period: gridRange(44, 200, 4) }
    return async () => {
      let streamed = 0
      const { results, hash } = await sweepOnWorkers(bars, grid, WORKERS, () => {
        streamed++
      })
      const best = results.toSorted((a, b) => b.netPaise - a.netPaise)[0]!
      return {
        units: results.length * bars.timeMs.length,
        hash,
        details: {
          combinations: results.length,
          streamed,
          trades: results.reduce((sum, result) => sum + result.trades, 0),
          best: { ...best.parameters, net_rupees: best.netPaise / 100 },
        },
      }
    }
  },
}
