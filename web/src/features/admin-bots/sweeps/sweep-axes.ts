import type { BotCode, RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'

/** A swept parameter as it is typed: a number may be empty. */
export type Axis = {
  readonly field: string
  readonly from: number | ''
  readonly to: number | ''
  readonly step: number | ''
}

/** The numbers that can be swept. */
export function fieldsOf(bot: BotCode): Field[] {
  const fields =
    bot.runs_as === 'python'
      ? bot.parameters.map(({ name, ...spec }): Field => [name, spec])
      : Object.entries(findStrategy(bot.bot_type)?.parameters ?? {})
  return fields.filter(([, { type }]) => type !== 'bool')
}

export type Field = readonly [
  string,
  {
    readonly min: number
    readonly max: number
    readonly step: number
    readonly type: string
    readonly label: string
    readonly default: number | boolean
  },
]

/** About ten values: of a declared parameter over its whole range, of a native one around its default. */
export function axisOf(field: Field | undefined, runsAs: RunsAs): Axis {
  if (!field) return { field: '', from: '', to: '', step: '' }
  const [name, { min, max, type, step, default: usual }] = field
  if (runsAs === 'python') {
    const wide = Number((step * Math.max(1, Math.ceil((max - min) / step / 9))).toFixed(6))
    return { field: name, from: min, to: max, step: wide }
  }
  const middle = Number(usual)
  const width = type === 'int' ? Math.max(10, middle) : Math.max(1, middle)
  const stride = type === 'int' ? Math.max(1, Math.round(width / 5)) : Math.max(step, Number((width / 5).toFixed(2)))
  const from = Math.max(min, middle - 4 * stride)
  return { field: name, from, to: Math.min(max, from + 9 * stride), step: stride }
}

export function isFilled({ from, to, step }: Axis): boolean {
  return from !== '' && to !== '' && step !== ''
}

/** How many combinations the axes make; null while something is missing. */
export function combinationsOf(axes: readonly Axis[]): number | null {
  if (!axes.every(isFilled)) return null
  return axes.reduce((product, { from, to, step }) => {
    const values = Math.floor((Number(to) - Number(from)) / Number(step) + 1e-9) + 1
    return product * Math.max(0, values)
  }, 1)
}

export function filled({ field, from, to, step }: Axis) {
  return { field, from: Number(from), to: Number(to), step: Number(step) }
}
