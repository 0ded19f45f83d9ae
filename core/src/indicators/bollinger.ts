// Bollinger bands(n, width): middle = SMA(n); upper and lower = middle ± width * population deviation(n).

import type { Indicator } from './indicator.ts'
import { RollingMoments } from './rolling-moments.ts'

export const BOLLINGER_OUTPUT = { upper: 0, middle: 1, lower: 2 } as const

export class Bollinger implements Indicator {
  readonly values = new Float64Array([NaN, NaN, NaN])
  readonly firstIndex: number
  readonly #width: number
  readonly #moments: RollingMoments

  constructor(period: number, width: number) {
    this.firstIndex = period - 1
    this.#width = width
    this.#moments = new RollingMoments(period)
  }

  step(close: number): void {
    this.#moments.step(close)
    if (!this.#moments.isReady) return
    const middle = this.#moments.mean
    const offset = this.#width * this.#moments.deviation
    this.values[BOLLINGER_OUTPUT.upper] = middle + offset
    this.values[BOLLINGER_OUTPUT.middle] = middle
    this.values[BOLLINGER_OUTPUT.lower] = middle - offset
  }
}
