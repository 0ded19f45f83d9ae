// TRANGE: max(high - low, |high - previous close|, |low - previous close|); the first bar has none.

import type { Indicator } from './indicator.ts'

export class TrueRange implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex = 1
  #previousClose = NaN

  step(close: number, high: number, low: number): void {
    // Math.max propagates NaN: the first bar has no previous close and therefore no range.
    const previous = this.#previousClose
    this.values[0] = Math.max(high - low, Math.abs(high - previous), Math.abs(low - previous))
    this.#previousClose = close
  }
}
