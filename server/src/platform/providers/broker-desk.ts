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
  /** Changes when credentials are saved or a rejected log-in is cleared: then the account is opened again. */
  readonly generation: string
  /** Why the broker rejected these credentials; null where it did not. */
  readonly rejection: string | null
}

/** How the broker takes an account's log-ins. */
export type LogInState =
  | { readonly kind: 'open' }
  | { readonly kind: 'retrying'; readonly reason: string; readonly retryAtMs: number }
  | { readonly kind: 'rejected'; readonly reason: string }

export type LogInOutcome =
  | { readonly kind: 'accepted' }
  /** Proof that the credentials are wrong, with a sentence the user can act on. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** The broker said no, in this sentence; that proves nothing about the credentials. */
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'unreachable' }

export type BrokerDesk = {
  /** A real log-in with a TOTP computed from the secret. */
  readonly tryLogIn: (credentials: BrokerCredentials) => Promise<LogInOutcome>
  /** Where the exchange is simulated: an account of this user's own to practise with. */
  readonly openPracticeAccount?: (userId: string) => Promise<BrokerCredentials>
}
