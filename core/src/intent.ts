// A strategy's intent, before sizing; the same intent is used for every account.

export type Intent = {
  readonly symbol: string
  readonly action: 'ENTER_LONG' | 'ENTER_SHORT' | 'EXIT_LONG' | 'EXIT_SHORT'
  readonly reason: string
  /** Close time of the bar that the decision is based on. */
  readonly decidedAtMs: number
}
