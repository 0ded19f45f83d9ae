import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { AuthorParameter } from '@trading-bot/contract/rest/trading/author-parameters'
import type { SweepReport, SweepRequest } from '@trading-bot/contract/rest/trading/sweeps'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { Strategy } from '@trading-bot/core/strategies/strategy'
import { formatNumber } from '@trading-bot/core/format-number'
import { expandGrid, gridRange } from '@trading-bot/core/sweep/expand-grid'
import { schemaOf } from '../author-parameters/check-author-values.ts'
import { declaredOf } from '../author-parameters/declared-of-row.ts'

const MOST_STEPS = 20

export type SweepAxis = SweepReport['x']

export type Combination = {
  readonly x: number
  readonly y: number
  readonly others: readonly number[]
  readonly values: ParameterValues
}

export type ExpandedSweep = {
  readonly ok: true
  readonly x: SweepAxis
  /** A sweep of one parameter has one row. */
  readonly y: SweepAxis
  readonly others: readonly SweepAxis[]
  readonly combinations: readonly Combination[]
}
type Refused = { readonly ok: false; readonly axis: string; readonly sentence: string }

/** What is swept: the version's code, and the values of its form for the parameters that are on no axis. */
type Swept = {
  readonly runsAs: RunsAs
  readonly botType: string
  readonly version: { readonly parameters: unknown }
  readonly parameters: ParameterValues
}

const ONE_ROW: SweepAxis = { field: '', label: '', values: [0] }
/** A report of more is read by nobody, and its page would be slow. */
const MOST_COMBINATIONS = 4_000

/** Every combination of the parameters on the axes, each within its range. */
export function expandSweep(swept: Swept, request: Pick<SweepRequest, 'x' | 'y' | 'others'>): ExpandedSweep | Refused {
  const strategy = swept.runsAs === 'native' ? findStrategy(swept.botType) : undefined
  const declared = strategy ? [] : declaredOf(swept.version)
  const axes: SweepAxis[] = []
  for (const [path, wanted] of wantedAxes(request)) {
    const axis = strategy ? nativeAxis(strategy, wanted) : declaredAxis(declared, wanted)
    if (typeof axis === 'string') return { ok: false, axis: path, sentence: axis }
    if (axes.some(({ field }) => field === axis.field))
      return { ok: false, axis: path, sentence: 'Choose different parameters' }
    axes.push(axis)
  }
  const size = axes.reduce((product, { values }) => product * values.length, 1)
  if (size > MOST_COMBINATIONS) {
    const sentence = `These are ${formatNumber(size)} combinations; at most ${formatNumber(MOST_COMBINATIONS)} are run. Choose larger steps or fewer parameters.`
    return { ok: false, axis: axes.length > 2 ? `others.${axes.length - 3}` : 'x', sentence }
  }
  const made = strategy ? nativeValues(strategy, swept.parameters, axes) : plainValues(swept.parameters, axes)
  if ('sentence' in made) {
    const at = wantedAxes(request).find(([, { field }]) => field === made.field)
    return { ok: false, axis: at?.[0] ?? 'x', sentence: made.sentence }
  }
  const [across, down = ONE_ROW, ...others] = axes
  const combinations = made.map((values) => ({
    x: Number(values[across!.field]),
    y: down.field === '' ? 0 : Number(values[down.field]),
    others: others.map(({ field }) => Number(values[field])),
    values,
  }))
  return { ok: true, x: across!, y: down, others, combinations }
}

/** With the path by which a refusal names each. */
function wantedAxes({ x, y, others }: Pick<SweepRequest, 'x' | 'y' | 'others'>) {
  const all = [['x', x] as const, ...(y ? [['y', y] as const] : [])]
  return [...all, ...others.map((axis, index) => [`others.${index}`, axis] as const)]
}

/** Row by row of the map, as the axes stand: the first varies fastest, the second next. */
function plainValues(parameters: ParameterValues, axes: readonly SweepAxis[]): ParameterValues[] {
  return axes.reduce<ParameterValues[]>(
    (made, { field, values }) => values.flatMap((value) => made.map((one) => ({ ...one, [field]: value }))),
    [parameters],
  )
}

/** Values that contradict each other, such as a fast period above the slow one, are left out. */
function nativeValues(
  strategy: Strategy,
  parameters: ParameterValues,
  axes: readonly SweepAxis[],
): readonly ParameterValues[] | { readonly field: string; readonly sentence: string } {
  const fixed = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, [value]]))
  const grid = expandGrid(strategy, {
    ...fixed,
    ...Object.fromEntries(axes.map(({ field, values }) => [field, values])),
  })
  return grid.ok ? grid.value.combinations : grid.refusal
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
