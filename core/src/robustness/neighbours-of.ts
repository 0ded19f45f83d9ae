import { checkParameters } from '../strategies/check-parameters.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { Strategy } from '../strategies/strategy.ts'

/** One number of the strategy moved by a part of itself, and everything else as chosen. */
export type Neighbour = { readonly field: string; readonly movedPercent: number; readonly values: ParameterValues }

export const MOVES_PERCENT = [-20, -10, 10, 20] as const

/**
 * The chosen parameters' surroundings. Whole numbers move by at least one, so that a period of three has neighbours; a
 * value that the strategy does not take is left out.
 */
export function neighboursOf(strategy: Strategy, chosen: ParameterValues): readonly Neighbour[] {
  return Object.entries(strategy.parameters).flatMap(([field, spec]) => {
    const value = chosen[field]
    if (spec.type === 'bool' || typeof value !== 'number' || value === 0) return []
    return MOVES_PERCENT.flatMap((movedPercent): Neighbour[] => {
      const moved = movedBy(value, movedPercent, spec.type === 'int')
      const checked = checkParameters(strategy, { ...chosen, [field]: moved })
      return checked.ok ? [{ field, movedPercent, values: checked.value }] : []
    })
  })
}

function movedBy(value: number, percent: number, isWhole: boolean): number {
  const step = (value * percent) / 100
  if (!isWhole) return Number((value + step).toFixed(6))
  // The nearer move is one step at least, the farther one two.
  const least = Math.abs(percent) / 10
  return value + Math.sign(step) * Math.max(least, Math.round(Math.abs(step)))
}
