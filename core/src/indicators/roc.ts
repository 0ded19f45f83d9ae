// ROC(n): (x / (x of n bars ago) - 1) * 100, first at index n. Prices are positive, so that it never divides by zero.

import type { Indicator } from './indicator.ts'
import { RollingWindow } from './rolling-window.ts'

export class Roc implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex: number
  readonly #window: RollingWindow

  constructor(period: number) {
    this.firstIndex = period
    this.#window = new RollingWindow(period)
  }

  step(close: number): void {
    const isReady = this.#window.isFull
    const before = this.#window.push(close)
    if (isReady) this.values[0] = (close / before - 1) * 100
  }
}
