// What the engine asks of the world: a broker for orders and books, a stream for ticks. The server, a test and the
// simulation hand in their own.

import type { Bars } from '@trading-bot/core/bars'
import type { Fill } from '@trading-bot/core/fill'
import type { Instrument } from '@trading-bot/core/instrument'
import type { OrderPurpose, OrderSide } from '@trading-bot/core/order'
import type { Cancel } from './ports/timers.ts'

export type OrderProduct = 'INTRADAY' | 'DELIVERY'

export type OrderPrice =
  /** At once. The broker may turn it into a limit near the last price that we know of. */
  | { readonly kind: 'MARKET'; readonly lastPaise: number }
  | { readonly kind: 'LIMIT'; readonly limitPaise: number }
  /** Waits until the price has reached the trigger, then goes out at once. */
  | { readonly kind: 'STOP'; readonly triggerPaise: number }

export type OrderRequest = {
  /** Ours, at most 19 letters and digits: the broker shows it in its book, so that a lost answer can be looked up. */
  readonly clientId: string
  readonly instrument: Instrument
  readonly side: OrderSide
  readonly quantity: number
  readonly product: OrderProduct
  /** Everything but an entry goes out before entries. */
  readonly purpose: OrderPurpose
  readonly price: OrderPrice
  /** Close of the bar the decision rests on; the paper broker fills at the next open from there. */
  readonly decidedAtMs: number
}

export type PlacedOrder = { readonly brokerOrderId: string; readonly request: OrderRequest }

/** The whole order's new quantity, what is filled included. */
export type OrderChange = { readonly quantity: number; readonly price: OrderPrice }

/** Only proof makes a refusal. An unknown outcome is settled by looking the client id up, never by sending again. */
export type OrderOutcome =
  | { readonly kind: 'acknowledged'; readonly brokerOrderId: string }
  | (Refused & {
      /** True when the broker was busy or out of reach: the same order may stand a minute later. */
      readonly isRetryable: boolean
    })
  | { readonly kind: 'unknown'; readonly why: string }

/** The broker's proven no: its code, and a sentence the user can act on. */
export type Refused = { readonly kind: 'refused'; readonly code: string; readonly sentence: string }

/** A failed look-up proves nothing: it never reads as an empty book. */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | Refused
  | { readonly kind: 'unavailable'; readonly why: string }

export type LogInOutcome =
  | { readonly kind: 'accepted' }
  | Refused
  | { readonly kind: 'unreachable'; readonly why: string }

export type BrokerOrder = {
  readonly brokerOrderId: string
  /** Our client id; empty for an order that somebody placed by hand. */
  readonly clientId: string
  readonly token: string
  readonly side: OrderSide
  readonly quantity: number
  readonly filledQuantity: number
  /** Of what is filled; not always whole paise. */
  readonly averagePaise: number
  /** Working is everything that is not proven to have ended. */
  readonly state: 'WORKING' | 'COMPLETE' | 'CANCELLED' | 'REJECTED'
  /** The broker's words; on a rejection begun with a sentence for the user where its words are known. */
  readonly text: string
  readonly updatedMs: number | null
}

export type BrokerFill = Fill & { readonly brokerOrderId: string }

/** Today's, by the broker's own count. */
export type BrokerPosition = {
  readonly token: string
  readonly product: OrderProduct
  readonly buyQuantity: number
  readonly buyValuePaise: number
  readonly sellQuantity: number
  readonly sellValuePaise: number
}

export type BrokerFunds = { readonly availablePaise: number; readonly utilisedPaise: number }

export type TimeRange = { readonly fromMs: number; readonly untilMs: number }

export type OrderListener = {
  readonly onOrder: (order: BrokerOrder) => void
  /** Changes may have been missed until now: read the books. */
  readonly onGap: () => void
}

/** One account at one broker. */
export type Broker = {
  /**
   * Makes sure of today's session. Every call does so by itself; refused credentials are not tried again, nor a failed
   * log-in during its pause, until this is called.
   */
  readonly logIn: () => Promise<LogInOutcome>
  readonly place: (request: OrderRequest) => Promise<OrderOutcome>
  readonly modify: (order: PlacedOrder, change: OrderChange) => Promise<OrderOutcome>
  readonly cancel: (order: PlacedOrder) => Promise<OrderOutcome>
  readonly orderBook: () => Promise<Answer<readonly BrokerOrder[]>>
  readonly tradeBook: () => Promise<Answer<readonly BrokerFill[]>>
  readonly positions: () => Promise<Answer<readonly BrokerPosition[]>>
  readonly funds: () => Promise<Answer<BrokerFunds>>
  /** One-minute bars that begin within the range. */
  readonly candles: (instrument: Instrument, range: TimeRange) => Promise<Answer<Bars>>
  /** Last prices by token; one that the broker does not know is missing. */
  readonly lastPrices: (instruments: readonly Instrument[]) => Promise<Answer<ReadonlyMap<string, number>>>
  readonly watchOrders: (listener: OrderListener) => Cancel
}

export type Tick = {
  readonly token: string
  readonly atMs: number
  /** Rises with every tick of an instrument. */
  readonly sequence: number
  readonly pricePaise: number
  readonly lastQuantity: number
  /** Shares traded since the day began, this tick's included. */
  readonly dayVolume: number
  readonly previousClosePaise: number
}

export type TickListener = {
  readonly onTick: (tick: Tick) => void
  readonly onUp: () => void
  readonly onDown: () => void
}

/** Live prices. It reconnects by itself; what was missed between `onDown` and `onUp` is not sent later. */
export type TickStream = {
  readonly open: (tokens: readonly string[], listener: TickListener) => Cancel
}

/** Bars of all symbols merged by time, one row each; instants are never split between two of them. */
export type ScriptRows = {
  readonly timeMs: Float64Array
  readonly volume: Float64Array
  readonly openPaise: Int32Array
  readonly highPaise: Int32Array
  readonly lowPaise: Int32Array
  readonly closePaise: Int32Array
  /** Which of the script's instruments. */
  readonly symbol: Uint16Array
  /** What the calendar says (contract's ROW_PHASE). */
  readonly phase: Uint8Array
}

export type ScriptFailure = {
  readonly kind: 'failed'
  /** `syntax`, `imports` and `runtime` are the script's; the others are ours: it was stopped from outside. */
  readonly failure: 'syntax' | 'imports' | 'runtime' | 'budget' | 'memory' | 'protocol' | 'died'
  readonly error: string
  readonly line: number | null
  readonly trace: string
  readonly missing: readonly string[]
}

export type ScriptReady = { readonly kind: 'ready'; readonly style: 'events' | 'loop'; readonly python: string }

export type ScriptSignals = {
  readonly kind: 'signals'
  /** One byte of signal bits per row. */
  readonly signals: Uint8Array
  /** Shares named by an order, by row. */
  readonly sizes: ReadonlyMap<number, number>
}

/** One script in its cage, from load to close. */
export type ScriptSession = {
  readonly load: () => Promise<ScriptReady | ScriptFailure>
  /** Within the step's budget, or the script is killed. */
  readonly step: (rows: ScriptRows, use: 'history' | 'warm' | 'trade') => Promise<ScriptSignals | ScriptFailure>
  /** Lets the script run its on_stop, then ends it; resolves when no process is left. */
  readonly stop: () => Promise<ScriptFailure | null>
  /** Ends it at once; resolves when no process is left. */
  readonly kill: () => Promise<void>
  /** What the script printed so far, cut off at a limit. */
  readonly output: () => string
}

export type SandboxReport = {
  readonly kind: 'bubblewrap' | 'namespaces' | 'none'
  /** For the administrator: what holds the script, or why nothing runs. */
  readonly sentence: string
}

/** Runs scripts that nobody trusts. */
export type ScriptRunner<Load = unknown> = {
  readonly sandbox: SandboxReport
  /** Takes a process that is already warm where there is one. Null where scripts may not run here. */
  readonly open: (load: Load, limits: ScriptLimits) => ScriptSession | null
  /** Resolves when the next script will start without waiting for its interpreter. */
  readonly warm: () => Promise<void>
  readonly close: () => Promise<void>
}

export type ScriptLimits = {
  readonly memoryMb: number
  readonly cpuS: number
  readonly loadMs: number
  readonly stepMs: number
}
