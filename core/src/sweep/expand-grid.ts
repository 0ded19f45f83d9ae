import { accept, type Checked, refuse } from '../checked.ts'
import { checkParameters, type ParameterRefusalCode } from '../strategies/check-parameters.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { Strategy } from '../strategies/strategy.ts'

/** The values to try for each parameter; other parameters keep their default. */
export type Grid = Readonly<Record<string, readonly (number | boolean)[]>>

export type GridRefusalCode = ParameterRefusalCode | 'GRID_TOO_LARGE' | 'EMPTY_GRID'

export type ExpandedGrid = {
  /** Every valid combination; the last parameter varies fastest. */
  readonly combinations: readonly ParameterValues[]
  /** Number of combinations with contradicting values, such as a fast period above the slow one. */
  readonly skipped: number
}

const MAX_COMBINATIONS = 100_000

export function expandGrid(strategy: Strategy, grid: Grid): Checked<ExpandedGrid, GridRefusalCode> {
  const axes = Object.entries(grid)
  const size = axes.reduce((product, [, values]) => product * values.length, 1)
  if (size > MAX_COMBINATIONS) {
    return refuse('GRID_TOO_LARGE', 'grid', `The grid has ${size} combinations; at most ${MAX_COMBINATIONS} are run.`)
  }
  const combinations: ParameterValues[] = []
  let skipped = 0
  for (let index = 0; index < size; index++) {
    const checked = checkParameters(strategy, combinationAt(axes, index))
    if (checked.ok) combinations.push(checked.value)
    else if (checked.refusal.code === 'PARAMETERS_CONFLICT') skipped++
    else return checked
  }
  if (combinations.length === 0) return refuse('EMPTY_GRID', 'grid', 'No combination of the grid can be run.')
  return accept({ combinations, skipped })
}

/** The values of a form's range, computed by multiplication, so that steps of 0.1 do not accumulate errors. */
export function gridRange(from: number, to: number, step: number): number[] {
  const count = Math.floor((to - from) / step + 1e-9) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, i) => Number((from + i * step).toFixed(6)))
}

function combinationAt(axes: readonly (readonly [string, readonly (number | boolean)[]])[], index: number) {
  const combination: Record<string, number | boolean> = {}
  let rest = index
  for (const [key, values] of axes.toReversed()) {
    combination[key] = values[rest % values.length]!
    rest = Math.floor(rest / values.length)
  }
  return combination
}
