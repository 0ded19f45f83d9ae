import type { Benchmark } from '../benchmark.ts'
import { EMA_CROSS_RULES, emaCrossInput, MILLION } from '../fixtures/ema-cross-input.ts'
import { makeBars } from '../fixtures/make-bars.ts'
import { reportOf } from '../fixtures/report-of.ts'

export const b2StopTarget: Benchmark = {
  id: 'B2',
  title: 'B1 with a stop (0.3 %) and a target (0.6 %) on every entry',
  goal: { seconds: 1 },
  prepare: () => {
    const limits = { ...EMA_CROSS_RULES.limits, stopLossBps: 30, targetBps: 60 }
    const input = emaCrossInput(makeBars(MILLION, 1), { ...EMA_CROSS_RULES, limits })
    return async () => reportOf(input)
  },
}
