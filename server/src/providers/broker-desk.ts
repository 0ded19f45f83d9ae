/** What the server asks of the broker in a user's name, outside trading. */

export type BrokerCredentials = {
  readonly apiKey: string
  readonly clientCode: string
  readonly mpin: string
  readonly totpSecret: string
}

/** What the engine opens a user's account with: orders are taken from the registered address only. */
export type TradingAccess = BrokerCredentials & {
  /** Null where the operator has assigned none. */
  readonly outboundAddress: string | null
}

/** `refused` is the broker's proven no, with a sentence the user can act on; `unreachable` proves nothing. */
export type LogInOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'unreachable' }

export type BrokerDesk = {
  /** A real log-in with a TOTP computed from the secret. */
  readonly tryLogIn: (credentials: BrokerCredentials) => Promise<LogInOutcome>
  /** Where the exchange is simulated: an account of this user's own to practise with. */
  readonly openPracticeAccount?: (userId: string) => Promise<BrokerCredentials>
}
