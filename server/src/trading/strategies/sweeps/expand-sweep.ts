import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { AuthorParameter } from '@trading-bot/contract/rest/trading/author-parameters'
import type { SweepReport, SweepRequest } from '@trading-bot/contract/rest/trading/sweeps'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { Strategy } from '@trading-bot/core/strategies/strategy'
import { expandGrid, gridRange } from '@trading-bot/core/sweep/expand-grid'
import { schemaOf } from '../author-parameters/check-author-values.ts'
import { declaredOf } from '../author-parameters/declared-of-row.ts'

const MOST_STEPS = 20

export type SweepAxis = SweepReport['x']

export type Combination = { readonly x: number; readonly y: number; readonly values: ParameterValues }

export type ExpandedSweep = {
  readonly ok: true
  readonly x: SweepAxis
  /** A sweep of one parameter has one row. */
  readonly y: SweepAxis
  readonly combinations: readonly Combination[]
}
type Refused = { readonly ok: false; readonly axis: 'x' | 'y'; readonly sentence: string }

/** What is swept: the version's code, and the values of its form for the parameters that are on no axis. */
type Swept = {
  readonly runsAs: RunsAs
  readonly botType: string
  readonly version: { readonly parameters: unknown }
  readonly parameters: ParameterValues
}

const ONE_ROW: SweepAxis = { field: '', label: '', values: [0] }

/** Every combination of the parameters on the two axes, each within its range. */
export function expandSweep(swept: Swept, { x, y }: SweepRequest): ExpandedSweep | Refused {
  if (y && x.field === y.field) return { ok: false, axis: 'y', sentence: 'Choose two different parameters' }
  const strategy = swept.runsAs === 'native' ? findStrategy(swept.botType) : undefined
  const declared = strategy ? [] : declaredOf(swept.version)
  const axisOf = (wanted: SweepRequest['x']) =>
    strategy ? nativeAxis(strategy, wanted) : declaredAxis(declared, wanted)
  const across = axisOf(x)
  if (typeof across === 'string') return { ok: false, axis: 'x', sentence: across }
  const down = y ? axisOf(y) : ONE_ROW
  if (typeof down === 'string') return { ok: false, axis: 'y', sentence: down }
  if (strategy) return expandNative(strategy, swept.parameters, across, down)
  const combinations = down.values.flatMap((row) =>
    across.values.map((column) => ({
      x: column,
      y: row,
      values: { ...swept.parameters, [across.field]: column, ...(down.field !== '' && { [down.field]: row }) },
    })),
  )
  return { ok: true, x: across, y: down, combinations }
}

/** Pairs that contradict each other, such as a fast period above the slow one, are left out. */
function expandNative(
  strategy: Strategy,
  parameters: ParameterValues,
  across: SweepAxis,
  down: SweepAxis,
): ExpandedSweep | Refused {
  const fixed = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, [value]]))
  const rows = down.field === '' ? {} : { [down.field]: down.values }
  const grid = expandGrid(strategy, { ...fixed, [across.field]: across.values, ...rows })
  if (!grid.ok)
    return { ok: false, axis: grid.refusal.field === down.field ? 'y' : 'x', sentence: grid.refusal.sentence }
  const combinations = grid.value.combinations.map((values) => ({
    x: Number(values[across.field]),
    y: down.field === '' ? 0 : Number(values[down.field]),
    values,
  }))
  return { ok: true, x: across, y: down, combinations }
}

function nativeAxis(strategy: Strategy, wanted: SweepRequest['x']): SweepAxis | string {
  const values = valuesOf(wanted)
  if (typeof values === 'string') return values
  return { field: wanted.field, label: strategy.parameters[wanted.field]?.label ?? wanted.field, values }
}

function declaredAxis(declared: readonly AuthorParameter[], wanted: SweepRequest['x']): SweepAxis | string {
  const one = declared.find(({ name, type }) => name === wanted.field && type !== 'bool')
  if (!one) return 'The code declares no number with this name'
  const values = valuesOf(wanted)
  if (typeof values === 'string') return values
  const strategy = { name: one.label, parameters: schemaOf([one]), conflict: () => null }
  for (const value of values) {
    const checked = checkParameters(strategy, { [one.name]: value })
    if (!checked.ok) return checked.refusal.sentence
  }
  return { field: one.name, label: one.label, values }
}

function valuesOf({ from, to, step }: SweepRequest['x']): number[] | string {
  const values = gridRange(from, to, step)
  return values.length < 1 || values.length > MOST_STEPS ? `Give 1 to ${MOST_STEPS} values` : values
}
