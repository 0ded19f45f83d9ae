/**
 * Short messages between processes, to whoever listens at this moment. Nothing is kept: what must not be lost is in the
 * database, and whoever listens reads there again after a break. A subject is words joined by dots; in a subscription
 * `*` stands for one word, and `>` at the end for all that follow.
 */
export type Bus = {
  /** Dropped while there is no connection. */
  readonly publish: (subject: string, payload: string) => void
  readonly subscribe: (subject: string, handler: BusHandler) => Unsubscribe
  /** Rejects when nobody answers in time. */
  readonly request: (subject: string, payload: string, timeoutMs: number) => Promise<string>
  /** Answers requests; one that throws is not answered. */
  readonly answer: (subject: string, answerer: (payload: string) => Promise<string>) => Unsubscribe
  /** Calls back with the state now, and at every change: messages between a false and the next true are lost. */
  readonly watchConnection: (onState: (isConnected: boolean) => void) => Unsubscribe
  readonly close: () => Promise<void>
}

export type BusHandler = (payload: string, subject: string) => void
export type Unsubscribe = () => void
