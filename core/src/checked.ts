// Bad input returns a refusal with code, field and (for bars) row; it never throws.

export type InputRefusal<Code extends string> = {
  readonly code: Code
  readonly field: string
  /** Row of the invalid bar, if the input is a series. */
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
