/** What the server asks of the broker on a user's behalf, outside trading. */

export type BrokerCredentials = {
  readonly apiKey: string
  readonly clientCode: string
  readonly mpin: string
  readonly totpSecret: string
}

/** What the engine needs to open a user's account: the broker accepts orders from the registered address only. */
export type TradingAccess = BrokerCredentials & {
  /** Null when the operator has assigned no address. */
  readonly outboundAddress: string | null
  /** Changes when credentials are saved or a rejected log-in is cleared: then the account is opened again. */
  readonly generation: string
  /** Why the broker rejected these credentials; null if it did not. */
  readonly rejection: string | null
}

/** How the broker answers an account's log-ins. */
export type LogInState =
  | { readonly kind: 'open' }
  | { readonly kind: 'retrying'; readonly reason: string; readonly retryAtMs: number }
  | { readonly kind: 'rejected'; readonly reason: string }

export type LogInOutcome =
  | { readonly kind: 'accepted' }
  /** Proof that the credentials are wrong, with a sentence that the user can act on. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** The broker rejected the log-in with this sentence, which proves nothing about the credentials. */
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'unreachable' }

/** What a try to reach the broker from an address proved. */
export type EgressOutcome = { readonly result: 'reached' | 'blocked' | 'failed'; readonly detail: string }

export type BrokerDesk = {
  /** A real log-in with a TOTP computed from the secret; the address is named where the broker does not know it. */
  readonly tryLogIn: (credentials: BrokerCredentials, registeredAddress?: string) => Promise<LogInOutcome>
  /** Whether the broker answers to this egress address; undefined if the machine does not have it. */
  readonly probeEgress?: (address: string) => Promise<EgressOutcome | undefined>
  /** Opens a practice account for this user, where the exchange is simulated. */
  readonly openPracticeAccount?: (userId: string) => Promise<BrokerCredentials>
}
