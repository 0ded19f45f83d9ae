// The engine's ports: a broker for orders and books, a stream for ticks. The server, tests and the simulation each
// provide their own implementation.

import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { RowSessions, ScriptNote, ScriptProblem } from '@trading-bot/contract/bot-wire/frames'
import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'
import type { Bars } from '@trading-bot/core/bars'
import type {
  BrokerFill,
  BrokerOrder,
  BrokerPosition,
  OrderChange,
  OrderOutcome,
  OrderRequest,
  PlacedOrder,
} from '@trading-bot/core/broker'
import type { Instrument } from '@trading-bot/core/instrument'
import type { Interval } from '@trading-bot/core/intervals/interval'
import type { ParameterSpec, ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { OrderTerms } from '@trading-bot/core/trading/order-terms'
import type { Paise, Quantity, Token } from '@trading-bot/core/units'
import type { Cancel } from './ports/timers.ts'

export { LIMIT_RENEWED_WITHIN_MS } from '@trading-bot/core/broker'
export type {
  BrokerFill,
  BrokerOrder,
  BrokerPosition,
  OrderChange,
  OrderOutcome,
  OrderPrice,
  OrderRequest,
  PlacedOrder,
  Rejected,
} from '@trading-bot/core/broker'

/** A log-in or a look-up that the broker has refused: its code, and a sentence that the user can act on. */
export type Refused = { readonly kind: 'refused'; readonly code: string; readonly sentence: string }

/** A failed look-up proves nothing and never counts as an empty book. */
export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | Refused
  | { readonly kind: 'unavailable'; readonly why: string }

export type LogInOutcome =
  | { readonly kind: 'accepted' }
  | Refused
  | { readonly kind: 'unreachable'; readonly why: string }

export type BrokerFunds = { readonly availablePaise: Paise; readonly utilisedPaise: Paise }

export type TimeRange = { readonly fromMs: number; readonly untilMs: number }

export type OrderListener = {
  readonly onOrder: (order: BrokerOrder) => void
  /** Updates may have been missed, so orders must be reconciled. */
  readonly onGap: () => void
}

/** One account at one broker. */
export type Broker = {
  /**
   * Opens today's session, which every other call also does when needed. Only this call retries rejected credentials or
   * a failed log-in before its pause has passed.
   */
  readonly logIn: () => Promise<LogInOutcome>
  readonly place: (request: OrderRequest) => Promise<OrderOutcome>
  /** Acknowledged means received, for a cancel too: only the book proves that it took effect before a fill. */
  readonly modify: (order: PlacedOrder, change: OrderChange) => Promise<OrderOutcome>
  readonly cancel: (order: PlacedOrder) => Promise<OrderOutcome>
  readonly orderBook: () => Promise<Answer<readonly BrokerOrder[]>>
  readonly tradeBook: () => Promise<Answer<readonly BrokerFill[]>>
  readonly positions: () => Promise<Answer<readonly BrokerPosition[]>>
  readonly funds: () => Promise<Answer<BrokerFunds>>
  /** One-minute bars that start within the range. */
  readonly candles: (instrument: Instrument, range: TimeRange) => Promise<Answer<Bars>>
  /** Last prices by token; tokens unknown to the broker are omitted. */
  readonly lastPrices: (instruments: readonly Instrument[]) => Promise<Answer<ReadonlyMap<string, number>>>
  readonly watchOrders: (listener: OrderListener) => Cancel
}

export type Tick = {
  readonly token: Token
  readonly atMs: number
  /** Increases with every tick of an instrument. */
  readonly sequence: number
  readonly pricePaise: Paise
  readonly lastQuantity: Quantity
  /** Shares traded today, including this tick. */
  readonly dayVolume: number
  readonly previousClosePaise: Paise
}

export type TickListener = {
  readonly onTick: (tick: Tick) => void
  readonly onUp: () => void
  readonly onDown: () => void
}

/** Live prices. It reconnects automatically; ticks missed between `onDown` and `onUp` are not sent later. */
export type TickStream = {
  readonly open: (tokens: readonly string[], listener: TickListener) => Cancel
}

/** Bars of all symbols merged by time, one row each; bars of the same instant are never split across two of these. */
export type ScriptRows = {
  readonly timeMs: Float64Array
  readonly volume: Float64Array
  readonly openPaise: Int32Array
  readonly highPaise: Int32Array
  readonly lowPaise: Int32Array
  readonly closePaise: Int32Array
  /** Index of the instrument among the script's instruments. */
  readonly symbol: Uint16Array
  /** Session phase by the calendar (contract's ROW_PHASE). */
  readonly phase: Uint8Array
  readonly sessions: RowSessions
  /** Instruments whose positions the model account closes at the end of these rows: all accounts were closed by hand. */
  readonly closed?: readonly number[]
  /** Instruments whose orders of the rows before were not carried out. */
  readonly ignored?: readonly number[]
}

export type ScriptFailure = {
  readonly kind: 'failed'
  /** `syntax`, `imports` and `runtime` are errors of the script; for the others it was stopped from outside. */
  readonly failure: 'syntax' | 'imports' | 'runtime' | 'budget' | 'memory' | 'protocol' | 'died'
  readonly error: string
  readonly line: number | null
  /** Of the line; without it the entry point. */
  readonly file?: string | null | undefined
  readonly trace: string
  readonly missing: readonly string[]
  /** What it was looking at. */
  readonly rows?: FrameRows | null | undefined
}

export type ScriptReady = {
  readonly kind: 'ready'
  readonly style: 'events' | 'frame' | 'loop'
  /** The bars that a script of whole histories says are enough. */
  readonly window?: number | null | undefined
  readonly python: string
  /** What the author declares in the code. */
  readonly parameters: readonly (ParameterSpec & { readonly name: string })[]
}

export type ScriptReading = { readonly kind: 'read'; readonly problems: readonly ScriptProblem[] }

export type ScriptSignals = {
  readonly kind: 'signals'
  /** One byte of signal bits per row. */
  readonly signals: Uint8Array
  /** What its orders name, by row. */
  readonly sizes: ReadonlyMap<number, OrderTerms>
  /** Of a bot that trades, where it has changed. */
  readonly state?: string | undefined
  readonly account?: string | undefined
  /** Series that may be asked for, where its load wants them kept. */
  readonly plots: number
}

export type ComputeWanted = {
  /** Rows that it may see. */
  readonly until: number
  /** Only so many of the newest bars of each symbol; all without it. */
  readonly window?: number
  /** Instead of those it was loaded with. */
  readonly parameters?: ParameterValues
}

/** One script in its sandbox, from load to close. */
export type ScriptSession = {
  readonly load: () => Promise<ScriptReady | ScriptFailure>
  /** Instead of loading: reads the script without running it. */
  readonly read: () => Promise<ScriptReading | ScriptFailure>
  /** Killed when it exceeds the step's time budget. */
  readonly step: (rows: ScriptRows, use: 'history' | 'warm' | 'trade') => Promise<ScriptSignals | ScriptFailure>
  /** To a script of whole histories: rows that it will be asked about. Null, or why it has ended. */
  readonly give: (rows: ScriptRows) => Promise<ScriptFailure | null>
  /** Of such a script: its signals for the rows it was given, oldest first. */
  readonly compute: (wanted: ComputeWanted) => Promise<ScriptSignals | ScriptFailure>
  /** What it plotted, by its newest value between each of these rows and the one before of the same symbol. */
  readonly plots: (rows: Uint32Array) => Promise<readonly PlotSeries[] | ScriptFailure>
  /** The frame around the bar that ends at a row, as it was computed last; null where there is none. */
  readonly rowsAt: (row: number) => Promise<FrameRows | ScriptFailure | null>
  /** Runs the script's on_stop and ends it; resolves when no process is left. */
  readonly stop: () => Promise<ScriptFailure | null>
  /** Ends it immediately; resolves when no process is left. */
  readonly kill: () => Promise<void>
  /** The script's output so far, truncated at a limit. */
  readonly output: () => string
  readonly warnings: () => readonly ScriptWarning[]
  /** What it did, where its load asked for notes. */
  readonly notes: () => readonly ScriptNote[]
}

/** Where the script's idea of its position and the account's differ. */
export type ScriptWarning = {
  readonly text: string
  readonly line: number | null
  readonly file?: string | null | undefined
  readonly timeMs: number
}

export type SandboxReport = {
  readonly kind: 'bubblewrap' | 'namespaces' | 'none'
  /** For the administrator: which sandbox is in use, or why scripts cannot run. */
  readonly sentence: string
}

/** The libraries that scripts may import (runtime/requirements.lock): numpy, pandas and what is made for them. */
export type AuthorLibraries =
  | {
      readonly kind: 'ready'
      /** Names exactly these packages for this Python; another one may decide differently. */
      readonly id: string
      readonly packages: readonly (readonly [name: string, version: string])[]
      /** What a script imports. */
      readonly modules: readonly string[]
    }
  | { readonly kind: 'installing'; readonly percent: number }
  | { readonly kind: 'none'; readonly sentence: string }

/** Runs untrusted scripts. */
export type ScriptRunner<Load = unknown> = {
  readonly sandbox: SandboxReport
  /** Loading waits for a free place and uses a warm process. Null if scripts may not run on this machine. */
  readonly open: (load: Load, limits: ScriptLimits, options?: ScriptOptions) => ScriptSession | null
  /** Resolves when a warm interpreter is ready for the next script. */
  readonly warm: () => Promise<void>
  readonly libraries: () => AuthorLibraries
  /** Installs them where they are missing; scripts that import them run from then on. It never fails. */
  readonly installLibraries: () => Promise<void>
  readonly close: () => Promise<void>
}

/** One-minute bars or longer of one of the script's symbols, from the first instant until before the last. */
export type CandleRequest = {
  readonly token: string
  readonly interval: Interval
  readonly fromMs: number
  readonly untilMs: number
}

/** What a script may ask for besides the bars it is given. */
export type ScriptSources = { readonly candles?: (request: CandleRequest) => Promise<Bars> }

export type ScriptOptions = ScriptSources & {
  /** Whose places it takes; a live bot never waits behind tests. */
  readonly share?: 'live' | 'test'
  /** Asked while it waits for a place; false ends the wait. */
  readonly isWanted?: () => boolean
  /** It is read and not run, so that it needs none of the libraries it names. */
  readonly isReading?: boolean
  /** Receives what a script prints while it trades, which is then not kept for `output`. */
  readonly onPrint?: (text: string) => void
}

export type ScriptLimits = {
  readonly memoryMb: number
  readonly cpuS: number
  readonly loadMs: number
  readonly stepMs: number
  /** The longest wait for a free place; without it the wait ends only with the session. */
  readonly waitMs?: number
}
