// A strategy's parameters are data: they draw the admin's form, bound the sweep and refuse what is out of range.

export type ParameterSpec = {
  readonly type: 'int' | 'decimal' | 'bool'
  readonly label: string
  readonly help: string
  /** For `bool` the range is 0 to 1. */
  readonly min: number
  readonly max: number
  /** Step of the form's field and of a sweep; a decimal between two steps is still accepted. */
  readonly step: number
  readonly default: number | boolean
}

/** Keys are the names the specification uses, e.g. `ema_period`. */
export type ParameterSchema = Readonly<Record<string, ParameterSpec>>

export type ParameterValues = Readonly<Record<string, number | boolean>>

/** The values of one schema, each with its own type. */
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
