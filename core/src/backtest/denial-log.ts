import { DENIALS, type DenialCode } from '../risk/denial.ts'

export type DenialExample = { readonly symbol: string; readonly atMs: number }

export type DenialCount = {
  readonly code: DenialCode
  readonly sentence: string
  readonly count: number
  /** The first few denials, so that they can be found on the chart. */
  readonly examples: readonly DenialExample[]
}

const EXAMPLES_KEPT = 3

export class DenialLog {
  readonly #byCode = new Map<DenialCode, { count: number; examples: DenialExample[] }>()

  add(code: DenialCode, symbol: string, atMs: number): void {
    let entry = this.#byCode.get(code)
    if (entry === undefined) this.#byCode.set(code, (entry = { count: 0, examples: [] }))
    entry.count++
    if (entry.examples.length < EXAMPLES_KEPT) entry.examples.push({ symbol, atMs })
  }

  /** In the order of the list of codes, so that equal runs give equal reports. */
  counts(): readonly DenialCount[] {
    return Object.entries(DENIALS).flatMap(([code, sentence]) => {
      const entry = this.#byCode.get(code as DenialCode)
      return entry === undefined ? [] : [{ code: code as DenialCode, sentence, ...entry }]
    })
  }
}
