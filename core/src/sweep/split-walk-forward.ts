import { accept, type Checked, refuse } from '../checked.ts'
import { indiaDayNumber } from '../time.ts'

export type RowRange = { readonly from: number; readonly to: number }

/** Training rows and the validation rows right after them. */
export type WalkForwardFold = { readonly train: RowRange; readonly validate: RowRange }

export type WalkForwardPlan = {
  readonly folds: number
  /** Training days per validation day. */
  readonly trainPerValidate: number
}

export type WalkForwardRefusalCode = 'FOLDS_OUT_OF_RANGE' | 'TOO_FEW_DAYS'

/**
 * Splits the days into folds that move forward: each validates on new days and trains on the days just before them.
 * Days are never split, so that no position is cut.
 */
export function splitWalkForward(
  timeMs: ArrayLike<number>,
  plan: WalkForwardPlan,
): Checked<readonly WalkForwardFold[], WalkForwardRefusalCode> {
  const { folds, trainPerValidate } = plan
  if (!(Number.isInteger(folds) && folds >= 1 && folds <= 100)) {
    return refuse('FOLDS_OUT_OF_RANGE', 'folds', 'There must be 1 to 100 folds.')
  }
  if (!(trainPerValidate >= 1 && trainPerValidate <= 50)) {
    return refuse('FOLDS_OUT_OF_RANGE', 'trainPerValidate', 'Train on 1 to 50 days for each day to validate on.')
  }
  const starts = dayStarts(timeMs)
  const days = starts.length
  const validateDays = Math.floor(days / (folds + trainPerValidate))
  if (validateDays < 1) {
    return refuse('TOO_FEW_DAYS', 'folds', `${days} days are too few for ${folds} folds.`)
  }
  const rowOf = (day: number): number => (day < days ? starts[day]! : timeMs.length)
  return accept(
    Array.from({ length: folds }, (_, fold) => {
      const end = days - (folds - 1 - fold) * validateDays
      const middle = end - validateDays
      const begin = Math.max(0, middle - Math.floor(validateDays * trainPerValidate))
      return { train: { from: rowOf(begin), to: rowOf(middle) }, validate: { from: rowOf(middle), to: rowOf(end) } }
    }),
  )
}

/** First row of every India day. */
function dayStarts(timeMs: ArrayLike<number>): number[] {
  const starts: number[] = []
  let last = NaN
  for (let row = 0; row < timeMs.length; row++) {
    const day = indiaDayNumber(timeMs[row]!)
    if (day !== last) starts.push(row)
    last = day
  }
  return starts
}
