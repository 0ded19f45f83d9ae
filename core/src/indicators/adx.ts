// ADX(n) with +DI, -DI and DX, Wilder as TA-Lib computes it.
// Directional movement of a bar: up = high - previous high, down = previous low - low;
//   -DM = down if down > 0 and up < down; else +DM = up if up > 0 and up > down; else none.
// Sums of +DM, -DM and true range over bars 1..n-1, then on every bar: sum = sum - sum / n + today.
//   +DI = 100 * (+DM sum / range sum), -DI likewise, from index n
//   DX  = 100 * (|-DI - +DI| / (-DI + +DI)); where a divisor is 0 the last DX stands
//   ADX = mean of the first n DX (a skipped one counts as nothing) at index 2n-1, then (adx * (n - 1) + dx) / n

import type { Indicator } from './indicator.ts'
import { TrueRange } from './true-range.ts'

const ADX_OUTPUT = { adx: 0, plusDi: 1, minusDi: 2, dx: 3 } as const

const PLUS_DM = 0
const MINUS_DM = 1
const RANGE = 2
const DX_SUM = 3
const IS_ZERO = 1e-14

export class Adx implements Indicator {
  readonly values = new Float64Array([NaN, NaN, NaN, NaN])
  readonly firstIndex: number
  readonly #period: number
  readonly #range = new TrueRange()
  readonly #sums = new Float64Array(4)
  #previousHigh = NaN
  #previousLow = NaN
  #count = -1

  constructor(period: number) {
    this.#period = period
    this.firstIndex = 2 * period - 1
  }

  step(close: number, high: number, low: number): void {
    const up = high - this.#previousHigh
    const down = this.#previousLow - low
    this.#previousHigh = high
    this.#previousLow = low
    this.#range.step(close, high, low)
    this.#count++
    if (this.#count === 0) return
    const minusDm = down > 0 && up < down ? down : 0
    const plusDm = minusDm === 0 && up > 0 && up > down ? up : 0
    this.#addToSums(plusDm, minusDm)
    if (this.#count >= this.#period) this.#updateValues()
  }

  #addToSums(plusDm: number, minusDm: number): void {
    const sums = this.#sums
    const n = this.#period
    if (this.#count >= n) {
      sums[PLUS_DM] = sums[PLUS_DM]! - sums[PLUS_DM]! / n + plusDm
      sums[MINUS_DM] = sums[MINUS_DM]! - sums[MINUS_DM]! / n + minusDm
      sums[RANGE] = sums[RANGE]! - sums[RANGE]! / n + this.#range.values[0]!
      return
    }
    sums[PLUS_DM]! += plusDm
    sums[MINUS_DM]! += minusDm
    sums[RANGE]! += this.#range.values[0]!
  }

  #updateValues(): void {
    const { values } = this
    const sums = this.#sums
    const n = this.#period
    const hasRange = sums[RANGE]! >= IS_ZERO
    const plusDi = hasRange ? 100 * (sums[PLUS_DM]! / sums[RANGE]!) : 0
    const minusDi = hasRange ? 100 * (sums[MINUS_DM]! / sums[RANGE]!) : 0
    const hasDirection = minusDi + plusDi >= IS_ZERO
    const dx = hasDirection ? 100 * (Math.abs(minusDi - plusDi) / (minusDi + plusDi)) : 0
    values[ADX_OUTPUT.plusDi] = plusDi
    values[ADX_OUTPUT.minusDi] = minusDi
    if (hasDirection || this.#count === n) values[ADX_OUTPUT.dx] = dx
    if (this.#count < this.firstIndex) {
      sums[DX_SUM]! += dx
    } else if (this.#count === this.firstIndex) {
      values[ADX_OUTPUT.adx] = (sums[DX_SUM]! + dx) / n
    } else if (hasDirection) {
      values[ADX_OUTPUT.adx] = (values[ADX_OUTPUT.adx]! * (n - 1) + dx) / n
    }
  }
}
