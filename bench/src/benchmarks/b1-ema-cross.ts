import type { Benchmark } from '../benchmark.ts'
import { emaCrossInput, MILLION } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { reportOf } from '../fixtures/report-of.ts'

export const b1EmaCross: Benchmark = {
  id: 'B1',
  title: '1,000,000 one-minute bars, EMA 20/100 cross, full kernel with risk, charges and report',
  goal: { seconds: 0.5, peakMb: 150 },
  prepare: () => {
    const input = emaCrossInput(makeBars(MILLION, 1))
    return async () => reportOf(input)
  },
}
