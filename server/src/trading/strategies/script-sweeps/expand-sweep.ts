import type { AuthorParameter, AuthorValues } from '@trading-bot/contract/rest/trading/author-parameters'
import type { ScriptSweepRequest } from '@trading-bot/contract/rest/trading/script-sweeps'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { gridRange } from '@trading-bot/core/sweep/expand-grid'
import { schemaOf } from '../author-parameters/check-author-values.ts'
import { declaredOf } from '../author-parameters/declared-of-row.ts'

const MOST_STEPS = 20

export type SweepAxis = { readonly field: string; readonly label: string; readonly values: readonly number[] }

export type ExpandedSweep =
  | {
      readonly ok: true
      readonly x: SweepAxis
      /** A sweep of one parameter has one row. */
      readonly y: SweepAxis
      readonly combinations: readonly { readonly x: number; readonly y: number; readonly values: AuthorValues }[]
    }
  | { readonly ok: false; readonly axis: 'x' | 'y'; readonly sentence: string }

const ONE_ROW: SweepAxis = { field: '', label: '', values: [0] }

/** Every combination of the declared parameters on the two axes, each within its range. */
export function expandSweep(bot: { readonly parameters: unknown }, { x, y }: ScriptSweepRequest): ExpandedSweep {
  const declared = declaredOf(bot)
  if (y && x.field === y.field) return { ok: false, axis: 'y', sentence: 'Choose two different parameters' }
  const across = axisOf(declared, x)
  if (typeof across === 'string') return { ok: false, axis: 'x', sentence: across }
  const down = y ? axisOf(declared, y) : ONE_ROW
  if (typeof down === 'string') return { ok: false, axis: 'y', sentence: down }
  const combinations = down.values.flatMap((row) =>
    across.values.map((column) => ({
      x: column,
      y: row,
      values: { [across.field]: column, ...(down.field !== '' && { [down.field]: row }) },
    })),
  )
  return { ok: true, x: across, y: down, combinations }
}

function axisOf(declared: readonly AuthorParameter[], wanted: ScriptSweepRequest['x']): SweepAxis | string {
  const one = declared.find(({ name, type }) => name === wanted.field && type !== 'bool')
  if (!one) return 'The code declares no number with this name'
  const values = gridRange(wanted.from, wanted.to, wanted.step)
  if (values.length < 1 || values.length > MOST_STEPS) return `Give 1 to ${MOST_STEPS} values`
  const strategy = { name: one.label, parameters: schemaOf([one]), conflict: () => null }
  for (const value of values) {
    const checked = checkParameters(strategy, { [one.name]: value })
    if (!checked.ok) return checked.refusal.sentence
  }
  return { field: one.name, label: one.label, values }
}
