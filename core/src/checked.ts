// Bad input is answered, never thrown: a value, or a refusal that names the code, the field and (for bars) the row.

export type InputRefusal<Code extends string> = {
  readonly code: Code
  readonly field: string
  /** Row of the bar that is at fault, where the input is a series. */
  readonly barIndex: number | null
  readonly sentence: string
}

export type Checked<T, Code extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: InputRefusal<Code> }

export function accept<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function refuse<Code extends string>(
  code: Code,
  field: string,
  sentence: string,
  barIndex: number | null = null,
): { readonly ok: false; readonly refusal: InputRefusal<Code> } {
  return { ok: false, refusal: { code, field, barIndex, sentence } }
}
