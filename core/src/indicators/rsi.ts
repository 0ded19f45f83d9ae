// RSI(n), Wilder. Differences d = x - previous; gain = max(d, 0), loss = max(-d, 0).
// Seed at index n: plain means of the first n gains and losses, summed in order.
//   avg = (avg * (n - 1) + today) / n
//   rsi = 100 * (gain / (gain + loss)), and 0 where gain + loss is 0 (a flat market), as TA-Lib has it

import type { Indicator } from './indicator.ts'

const IS_ZERO = 1e-14

export class Rsi implements Indicator {
  readonly values = new Float64Array([NaN])
  readonly firstIndex: number
  readonly #period: number
  readonly #averages = new Float64Array(2)
  #previous = NaN
  #count = -1

  constructor(period: number) {
    this.#period = period
    this.firstIndex = period
  }

  step(close: number): void {
    const difference = close - this.#previous
    this.#previous = close
    this.#count++
    if (this.#count === 0) return
    const gain = difference > 0 ? difference : 0
    const loss = difference < 0 ? -difference : 0
    const n = this.#period
    const averages = this.#averages
    if (this.#count > n) {
      averages[0] = (averages[0]! * (n - 1) + gain) / n
      averages[1] = (averages[1]! * (n - 1) + loss) / n
    } else {
      averages[0]! += gain
      averages[1]! += loss
      if (this.#count < n) return
      averages[0]! /= n
      averages[1]! /= n
    }
    const total = averages[0]! + averages[1]!
    this.values[0] = total < IS_ZERO ? 0 : 100 * (averages[0]! / total)
  }
}
