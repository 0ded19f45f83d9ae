// EMA(n): k = 2 / (n + 1). Seed at index n-1: mean of the first n values, summed in order.
//   ema = ema + k * (x - ema)

import type { Indicator } from './indicator.ts'

export class Ema implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex: number
  readonly #period: number
  readonly #k: number
  readonly #seed = new Float64Array(1)
  #count = 0

  /** `skip` leaves out that many first values: MACD seeds its fast average on the bars that end the slow seed. */
  constructor(period: number, skip = 0) {
    this.#period = period
    this.#k = 2 / (period + 1)
    this.#count = -skip
    this.firstIndex = period - 1 + skip
  }

  step(close: number): void {
    if (this.#count === this.#period) {
      const ema = this.values[0]!
      this.values[0] = ema + this.#k * (close - ema)
      return
    }
    this.#count++
    if (this.#count > 0) this.#seed[0]! += close
    if (this.#count === this.#period) this.values[0] = this.#seed[0]! / this.#period
  }
}
