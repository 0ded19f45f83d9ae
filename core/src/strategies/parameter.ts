// A strategy's parameter schema defines the admin's form, the range of sweeps and the validation.

export type ParameterSpec = {
  readonly type: 'int' | 'decimal' | 'bool'
  readonly label: string
  readonly help: string
  /** For `bool` the range is 0 to 1. */
  readonly min: number
  readonly max: number
  /** Step of the form's field and of a sweep; decimals between two steps are accepted. */
  readonly step: number
  readonly default: number | boolean
}

/** Keys are the names of the specification, e.g. `ema_period`. */
export type ParameterSchema = Readonly<Record<string, ParameterSpec>>

export type ParameterValues = Readonly<Record<string, number | boolean>>

/** The typed values of one schema. */
export type ValuesOf<Schema extends ParameterSchema> = {
  readonly [Key in keyof Schema]: Schema[Key]['type'] extends 'bool' ? boolean : number
}

type NumberRange = {
  readonly label: string
  readonly help: string
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly default: number
}

export function int(range: NumberRange) {
  return { type: 'int', step: 1, ...range } as const
}

export function decimal(range: NumberRange) {
  return { type: 'decimal', step: 0.01, ...range } as const
}

export function bool(choice: { readonly label: string; readonly help: string; readonly default: boolean }) {
  return { type: 'bool', min: 0, max: 1, step: 1, ...choice } as const
}
