// SMA(n): mean of the last n closes, first at index n-1.
//   sum = sum + (x - oldest); sma = sum / n
// The sum of whole paise is exact, so that rolling it forward loses nothing.

import type { Indicator } from './indicator.ts'
import { RollingWindow } from './rolling-window.ts'

export class Sma implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex: number
  readonly #period: number
  readonly #window: RollingWindow
  readonly #sum = new Float64Array(1)

  constructor(period: number) {
    this.#period = period
    this.firstIndex = period - 1
    this.#window = new RollingWindow(period)
  }

  step(close: number): void {
    this.#sum[0]! += close - this.#window.push(close)
    if (this.#window.isFull) this.values[0] = this.#sum[0]! / this.#period
  }
}
