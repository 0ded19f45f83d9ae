import type { Bars } from '../../bars.ts'
import { indiaDayNumber } from '../../time.ts'

const MINUTES = 20
const QUARTERS = 6
/** Returns of the last 20 minutes and the last six quarters, this day so far, its size lately, its first move, and one. */
export const FEATURES = MINUTES + QUARTERS + 4
const WARM_UP = QUARTERS * 15
const PENALTY = 10
// Every seventh minute gives as good an estimate for a seventh of the time.
const STRIDE = 7

/** Sums of products of the features and of the next minute's return, from which a regression is solved. */
export type Moments = { readonly products: Float64Array; readonly targets: Float64Array }

export function openMoments(): Moments {
  return { products: new Float64Array(FEATURES * FEATURES), targets: new Float64Array(FEATURES) }
}

export function addMoments({ products, targets }: Moments, bars: Bars): void {
  eachMinute(bars, (features, next) => {
    for (let row = 0; row < FEATURES; row++) {
      const value = features[row] as number
      targets[row] = (targets[row] as number) + value * next
      for (let column = 0; column <= row; column++) {
        const place = row * FEATURES + column
        products[place] = (products[place] as number) + value * (features[column] as number)
      }
    }
  })
}

/** Weights by ridge regression, solved by Cholesky's decomposition. */
export function solveRidge({ products, targets }: Moments): Float64Array {
  const lower = new Float64Array(products)
  const at = (row: number, column: number) => lower[row * FEATURES + column] as number
  const weights = new Float64Array(targets)
  for (let row = 0; row < FEATURES; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = at(row, column) + (row === column ? PENALTY : 0)
      for (let inner = 0; inner < column; inner++) sum -= at(row, inner) * at(column, inner)
      lower[row * FEATURES + column] = row === column ? Math.sqrt(sum) : sum / at(column, column)
    }
  }
  for (let row = 0; row < FEATURES; row++) {
    let sum = weights[row] as number
    for (let inner = 0; inner < row; inner++) sum -= at(row, inner) * (weights[inner] as number)
    weights[row] = sum / at(row, row)
  }
  for (let row = FEATURES - 1; row >= 0; row--) {
    let sum = weights[row] as number
    for (let inner = row + 1; inner < FEATURES; inner++) sum -= at(inner, row) * (weights[inner] as number)
    weights[row] = sum / at(row, row)
  }
  return weights
}

export type Errors = { predicted: number; plain: number }

/** Adds squared errors of the prediction and of predicting nothing. */
export function addErrors(errors: Errors, weights: Float64Array, bars: Bars): void {
  eachMinute(bars, (features, next) => {
    let guess = 0
    for (let row = 0; row < FEATURES; row++) guess += (weights[row] as number) * (features[row] as number)
    errors.predicted += (next - guess) ** 2
    errors.plain += next * next
  })
}

export function rSquared({ predicted, plain }: Errors): number {
  return 1 - predicted / plain
}

/** Calls back with the features of a minute and the next minute's return, in deviations of the minutes before. */
function eachMinute(bars: Bars, take: (features: Float64Array, next: number) => void): void {
  const { timeMs, closePaise } = bars
  const logs = Float64Array.from(closePaise, (price) => Math.log(price))
  const days = Int32Array.from(timeMs, (atMs) => indiaDayNumber(atMs))
  const features = new Float64Array(FEATURES)
  let first = 0
  for (let row = 1; row + 1 < logs.length; row++) {
    if (days[row] !== days[row - 1]) first = row
    if (days[row + 1] !== days[row] || row - first < WARM_UP || (row - first) % STRIDE !== 0) continue
    const move = (from: number, to: number) => (logs[to] as number) - (logs[from] as number)
    let size = 0
    for (let minute = 0; minute < 60; minute++) size += Math.abs(move(row - minute - 1, row - minute))
    const unit = size / 60
    if (unit === 0) continue
    for (let minute = 0; minute < MINUTES; minute++)
      features[minute] = clip(move(row - minute - 1, row - minute) / unit)
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      features[MINUTES + quarter] = clip(move(row - 15 * quarter - 15, row - 15 * quarter) / unit / 4)
    }
    features[MINUTES + QUARTERS] = clip(move(first, row) / unit / Math.sqrt(row - first))
    features[MINUTES + QUARTERS + 1] = clip((Math.abs(move(row - 1, row)) / unit) * Math.sign(move(row - 15, row)))
    features[MINUTES + QUARTERS + 2] = clip(move(first, first + 15) / unit / 4)
    features[MINUTES + QUARTERS + 3] = 1
    take(features, clip(move(row, row + 1) / unit))
  }
}

/** A jump would outweigh a thousand ordinary minutes. */
function clip(value: number): number {
  return Math.max(-5, Math.min(5, value))
}
