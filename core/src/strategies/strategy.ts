// The port every native strategy fills. It sees bars and nothing else: no account, no balance, no key.
// The rule is one function, `decide`, over lines at bar i and i-1. Live trading hands it two-row columns, a backtest
// whole ones (stream-signals.ts, signal-column.ts), so that both come to the same decision by construction.

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

/** Signal bits at row i; only called where every line is defined at i and i-1. */
export type Decide = (lines: readonly Float64Array[], i: number) => number

export type StrategyPlan = {
  readonly lines: readonly Line[]
  readonly decide: Decide
}

export type ParameterConflict = { readonly field: string; readonly sentence: string }

export type Strategy = {
  readonly botType: NativeBotType
  readonly name: string
  /** The rule in words, for the admin and the report. */
  readonly rule: string
  /** Long and short sides trade with separate capital. */
  readonly isTwoSided: boolean
  readonly parameters: ParameterSchema
  readonly reasons: SignalReasons
  /** Values that fit one by one but not together. */
  conflict(values: ParameterValues): ParameterConflict | null
  /** Expects checked values (check-parameters.ts). */
  plan(values: ParameterValues): StrategyPlan
}

type Definition<Schema extends ParameterSchema> = Omit<Strategy, 'parameters' | 'conflict' | 'plan'> & {
  readonly parameters: Schema
  conflict?(values: ValuesOf<Schema>): ParameterConflict | null
  plan(values: ValuesOf<Schema>): StrategyPlan
}

/** Lets a strategy read its own parameters by type; checked values hold exactly the keys of its schema. */
export function defineStrategy<Schema extends ParameterSchema>(definition: Definition<Schema>): Strategy {
  return {
    ...definition,
    conflict: (values) => definition.conflict?.(values as ValuesOf<Schema>) ?? null,
    plan: (values) => definition.plan(values as ValuesOf<Schema>),
  }
}
