// ATR(n): seed at index n with the mean of the true ranges of bars 1..n, summed in order.
//   atr = (atr * (n - 1) + trueRange) / n

import type { Indicator } from './indicator.ts'
import { TrueRange } from './true-range.ts'

export class Atr implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex: number
  readonly #period: number
  readonly #range = new TrueRange()
  readonly #seed = new Float64Array(1)
  #count = -1

  constructor(period: number) {
    this.#period = period
    this.firstIndex = period
  }

  step(close: number, high: number, low: number): void {
    this.#range.step(close, high, low)
    this.#count++
    if (this.#count === 0) return
    const range = this.#range.values[0]!
    const n = this.#period
    if (this.#count > n) {
      this.values[0] = (this.values[0]! * (n - 1) + range) / n
      return
    }
    this.#seed[0]! += range
    if (this.#count === n) this.values[0] = this.#seed[0]! / n
  }
}
