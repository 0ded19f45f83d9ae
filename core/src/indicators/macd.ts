// MACD(fast, slow, signal): both price averages are seeded with means that end on the same bar (index slow-1).
//   macd = ema(fast) - ema(slow), from index slow-1
//   signal = EMA(signal) of macd, seeded with the mean of its first values
//   histogram = macd - signal
// All three outputs begin together at index slow + signal - 2.

import { Ema } from './ema.ts'
import type { Indicator } from './indicator.ts'

export const MACD_OUTPUT = { macd: 0, signal: 1, histogram: 2 } as const

export class Macd implements Indicator {
  readonly values = new Float64Array([NaN, NaN, NaN])
  readonly firstIndex: number
  readonly #fast: Ema
  readonly #slow: Ema
  readonly #signal: Ema

  constructor(fastPeriod: number, slowPeriod: number, signalPeriod: number) {
    this.#fast = new Ema(fastPeriod, slowPeriod - fastPeriod)
    this.#slow = new Ema(slowPeriod)
    this.#signal = new Ema(signalPeriod)
    this.firstIndex = slowPeriod + signalPeriod - 2
  }

  step(close: number): void {
    this.#fast.step(close)
    this.#slow.step(close)
    const macd = this.#fast.values[0]! - this.#slow.values[0]!
    if (Number.isNaN(macd)) return
    this.#signal.step(macd)
    const signal = this.#signal.values[0]!
    if (Number.isNaN(signal)) return
    this.values[MACD_OUTPUT.macd] = macd
    this.values[MACD_OUTPUT.signal] = signal
    this.values[MACD_OUTPUT.histogram] = macd - signal
  }
}
