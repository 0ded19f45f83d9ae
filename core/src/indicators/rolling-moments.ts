// Mean and population standard deviation of the last n closes in O(1), from exact sums.
// Closes are taken relative to the first one ever seen (d = x - first): sums of d and d*d stay whole numbers below
// 2^53 for any real share and period, so that rolling them forward is exact and a flat window has deviation 0.
//   mean      = (n * first + sum) / n
//   deviation = sqrt((n * squares - sum * sum) / (n * n)), where rounding must not make the root's argument negative

import { RollingWindow } from './rolling-window.ts'

const SUM = 0
const SQUARES = 1

export class RollingMoments {
  readonly #period: number
  readonly #window: RollingWindow
  readonly #sums = new Float64Array(2)
  #first = NaN

  constructor(period: number) {
    this.#period = period
    this.#window = new RollingWindow(period)
  }

  step(close: number): void {
    if (this.#window.count === 0) this.#first = close
    const entering = close - this.#first
    const leaving = this.#window.push(entering)
    this.#sums[SUM]! += entering - leaving
    this.#sums[SQUARES]! += entering * entering - leaving * leaving
  }

  get isReady(): boolean {
    return this.#window.isFull
  }

  get mean(): number {
    return (this.#period * this.#first + this.#sums[SUM]!) / this.#period
  }

  get deviation(): number {
    const n = this.#period
    const scaled = (n * this.#sums[SQUARES]! - this.#sums[SUM]! * this.#sums[SUM]!) / (n * n)
    return scaled > 0 ? Math.sqrt(scaled) : 0
  }
}
