// STDDEV(n): population standard deviation (divided by n) of the last n closes, first at index n-1.

import type { Indicator } from './indicator.ts'
import { RollingMoments } from './rolling-moments.ts'

export class Stddev implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex: number
  readonly #moments: RollingMoments

  constructor(period: number) {
    this.firstIndex = period - 1
    this.#moments = new RollingMoments(period)
  }

  step(close: number): void {
    this.#moments.step(close)
    if (this.#moments.isReady) this.values[0] = this.#moments.deviation
  }
}
