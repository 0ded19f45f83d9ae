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

  /** `skip` ignores that many first values, because MACD seeds its fast average on the last bars of the slow seed. */
  constructor(period: number, skip = 0) {
    this.#period = period
    this.#k = 2 / (period + 1)
    this.#count = -skip
    this.firstIndex = period - 1 + skip
  }

  step(close: number): void {
    if (this.#count === this.#period) {
      this.values[0] = nextEma(this.values[0]!, this.#k, close)
      return
    }
    this.#count++
    if (this.#count > 0) this.#seed[0]! += close
    if (this.#count === this.#period) this.values[0] = this.#seed[0]! / this.#period
  }

  /** The same steps over a column with a local running value, because sweeps spend a tenth of their time here. */
  foldColumn(closePaise: Int32Array, from: number, to: number, column: Float64Array, shift: number): void {
    let i = from
    for (; i < to && this.#count !== this.#period; i++) {
      this.step(closePaise[i]!)
      column[i + shift] = this.values[0]!
    }
    if (i === to) return
    const k = this.#k
    let ema = this.values[0]!
    for (; i < to; i++) {
      ema = nextEma(ema, k, closePaise[i]!)
      column[i + shift] = ema
    }
    this.values[0] = ema
  }
}

function nextEma(ema: number, k: number, close: number): number {
  return ema + k * (close - ema)
}
