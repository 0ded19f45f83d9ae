// What a strategy wants, before anybody's money is known: the same intent serves every account.

export type Intent = {
  readonly symbol: string
  readonly action: 'ENTER_LONG' | 'ENTER_SHORT' | 'EXIT_LONG' | 'EXIT_SHORT'
  readonly reason: string
  /** Close of the bar the decision rests on. */
  readonly decidedAtMs: number
}
