// The interface of native strategies. A strategy sees bars only: no account, no balance, no credentials.
// The rule is one function, `decide`, over rows of lines. Live trading passes the last two rows, a backtest whole
// blocks (stream-signals.ts, signal-column.ts), so that both give the same signals by construction.

import type { Line } from './line.ts'
import type { ParameterSchema, ParameterValues, ValuesOf } from './parameter.ts'
import type { SignalReasons } from './signal.ts'

export type NativeBotType =
  | 'ema_strategy'
  | 'rsi_strategy'
  | 'macd_strategy'
  | 'bollinger_strategy'
  | 'momentum_strategy'
  | 'multiple_stokes_strategy'

/**
 * The rule: writes the signal bits of the rows [from, to) of the lines to `signals`, the first of them at `at`.
 * Row i depends on rows i and i-1 alone, and every line is defined at both.
 */
export type Decide = (lines: readonly Float64Array[], from: number, to: number, signals: Uint8Array, at: number) => void

export type StrategyPlan = {
  readonly lines: readonly Line[]
  readonly decide: Decide
}

type ParameterConflict = { readonly field: string; readonly sentence: string }

export type Strategy = {
  readonly botType: NativeBotType
  readonly name: string
  /** Description of the rule, for the admin and the report. */
  readonly rule: string
  /** Long and short sides trade with separate capital. */
  readonly isTwoSided: boolean
  /** Raised with every change of its signals: an exchange registers an algo by what it does. */
  readonly revision: number
  readonly parameters: ParameterSchema
  readonly reasons: SignalReasons
  /** Refuses values that are valid separately but not together. */
  conflict(values: ParameterValues): ParameterConflict | null
  /** Expects checked values (check-parameters.ts). */
  plan(values: ParameterValues): StrategyPlan
}

type Definition<Schema extends ParameterSchema> = Omit<Strategy, 'parameters' | 'conflict' | 'plan'> & {
  readonly parameters: Schema
  conflict?(values: ValuesOf<Schema>): ParameterConflict | null
  plan(values: ValuesOf<Schema>): StrategyPlan
}

/** Gives a strategy typed access to its parameters; checked values have exactly the keys of its schema. */
export function defineStrategy<Schema extends ParameterSchema>(definition: Definition<Schema>): Strategy {
  return {
    ...definition,
    conflict: (values) => definition.conflict?.(values as ValuesOf<Schema>) ?? null,
    plan: (values) => definition.plan(values as ValuesOf<Schema>),
  }
}
