// The wire between the engine and a sandboxed Python bot: two lengths (header, blob), a JSON header, a binary blob.
// A script may forge what leaves the sandbox, so frames are limited in length and parsed strictly.
import type { Paise, Quantity, Token } from '@trading-bot/core/units'
import * as z from 'zod/mini'
import { AuthorParameters } from '../rest/trading/author-parameters.ts'
import { FrameRows } from './frame-rows.ts'
import { PlotSeries } from './plot-series.ts'

/** Lengths of header and blob, little endian. */
export const LENGTHS_BYTES = 8
export const MOST_HEADER_BYTES = 1_000_000
/** The runtime stops at 256,000 characters, of which each counts one or two here. */
export const MOST_PRINTED = 600_000
export const MOST_WARNINGS = 20
export const ORDER_BYTES = 24

/** The runtime refuses more than 16,000 bytes of state; the account has some hundred for each symbol. */
const MOST_STATE = 16_000
const MOST_ACCOUNT = 100_000
/** What the runtime writes; anything else might not be stored, and would hold up the orders it is stored with. */
const ASCII = /^[ -~]*$/

/** The runtime draws at most 12. */
export const MOST_SERIES = 20

/** The runtime keeps at most 4,600. */
export const MOST_NOTES = 6_000

/** Of the line; left out for the entry point. */
const file = z.optional(z.nullable(z.string().check(z.maxLength(60))))

const Count = z.int().check(z.gte(0), z.lte(10_000_000))

/** What is wrong with a script that was read and not run. */
export const ScriptProblem = z.strictObject({
  /** `error`: it cannot run. `warning`: it runs, but this line will fail. */
  severity: z.enum(['error', 'warning']),
  text: z.string().check(z.maxLength(600)),
  line: z.nullable(z.int()),
  file,
  /** Counted from 0; the end is exclusive and null when it is on another line. */
  column: z.int(),
  end_column: z.nullable(z.int()),
})
export type ScriptProblem = z.infer<typeof ScriptProblem>

/** What a script did in a test, with the line of its code and the time of the engine's clock. */
export const ScriptNote = z.strictObject({
  kind: z.enum(['order', 'refused', 'print', 'ended']),
  at_ms: z.number(),
  line: z.nullable(z.int()),
  file,
  text: z.string().check(z.maxLength(1_000)),
  symbol: z.nullable(z.string().check(z.maxLength(60))),
  /** Signal bits of an order. */
  bits: Count,
  /** As the script asked for; null where the account's capital decides. */
  quantity: z.nullable(Count),
})
export type ScriptNote = z.infer<typeof ScriptNote>

const { name, pane } = PlotSeries.shape

export const BotFrame = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('warm') }),
  z.strictObject({
    kind: z.literal('ready'),
    /** `events`: the engine calls on_bar. `frame`: it calls signals with a whole history. `loop`: the script sleeps in its own. */
    style: z.enum(['events', 'frame', 'loop']),
    /** The bars that a script of whole histories says are enough. */
    window: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(10_000_000)))),
    python: z.string().check(z.maxLength(40)),
    /** What the author declares in the code. */
    parameters: AuthorParameters,
  }),
  z.strictObject({ kind: z.literal('print'), text: z.string().check(z.maxLength(MOST_PRINTED)) }),
  /** The script's idea of its position and the account's differ, at a line of the script and a time of its clock. */
  z.strictObject({
    kind: z.literal('warning'),
    text: z.string().check(z.maxLength(1_000)),
    line: z.nullable(z.int()),
    file,
    time_ms: z.number().check(z.gte(0), z.lte(8_640_000_000_000_000)),
  }),
  z.strictObject({
    kind: z.literal('signals'),
    /**
     * Orders that name a quantity or prices. The blob has the signal bits, one byte per row, and behind them six whole
     * numbers of 32 bits for each: row, quantity, limit, stop and target in paise, and of how many the quantity of an exit
     * is a part; 0 where nothing is named.
     */
    orders: Count,
    /** Of a bot that trades, where it has changed: its own state and its model account, as JSON that only it reads. */
    state: z.optional(z.string().check(z.maxLength(MOST_STATE), z.regex(ASCII))),
    account: z.optional(z.string().check(z.maxLength(MOST_ACCOUNT), z.regex(ASCII))),
    /** Series that it has plotted by now and that may be asked for. */
    plots: z.optional(z.int().check(z.gte(0), z.lte(MOST_SERIES))),
  }),
  /** The blob has the values of one series after the other as doubles, one for each row asked about; NaN for none. */
  z.strictObject({
    kind: z.literal('plots'),
    series: z.array(z.strictObject({ name, pane })).check(z.maxLength(MOST_SERIES)),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    failure: z.enum(['syntax', 'imports', 'runtime', 'budget']),
    error: z.string().check(z.maxLength(5_000)),
    line: z.nullable(z.int()),
    file,
    trace: z.string().check(z.maxLength(10_000)),
    missing: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
    /** What it was looking at. */
    rows: z.optional(z.nullable(FrameRows)),
  }),
  z.strictObject({ kind: z.literal('rows'), rows: z.nullable(FrameRows) }),
  z.strictObject({ kind: z.literal('stopped') }),
  z.strictObject({ kind: z.literal('read'), problems: z.array(ScriptProblem).check(z.maxLength(100)) }),
  z.strictObject({ kind: z.literal('notes'), notes: z.array(ScriptNote).check(z.maxLength(200)) }),
  /** Candles from before the first row that it was given; answered before anything else. */
  z.strictObject({
    kind: z.literal('candles'),
    token: z.string().check(z.maxLength(20)),
    minutes: z.int().check(z.gte(1), z.lte(1_440)),
    from_ms: z.number(),
    until_ms: z.number(),
  }),
])
export type BotFrame = z.infer<typeof BotFrame>

/** Rules of the script's model account; amounts in paise. */
export type ModelRules = {
  readonly capital:
    | { readonly capital_paise: Paise; readonly per_symbol_paise?: Paise }
    | {
        readonly long_capital_paise: Paise
        readonly short_capital_paise: Paise
        readonly per_symbol_paise?: Paise
      }
  readonly limits: {
    readonly max_entries_per_day: number
    readonly max_loss_per_day_paise: Paise | null
    readonly max_profit_per_day_paise: Paise | null
    readonly max_quantity: Quantity
    readonly stop_loss_bps: number | null
    readonly target_bps: number | null
  }
  readonly slippage_bps: number
  readonly range_slippage_percent: number
  readonly max_volume_percent: number | null
  readonly must_trade_through: boolean
  readonly stops_at_circuits: boolean
}

/** What a process of a bot leaves to the next one, as of the end of a minute; null for what there was nothing of. */
export type KeptState = { readonly at_ms: number; readonly state: string | null; readonly account: string | null }

export type EngineFrame =
  | {
      readonly kind: 'load'
      readonly code: string
      readonly filename: string
      /** The other files of the code, which the entry point imports by their names. */
      readonly files?: readonly { readonly name: string; readonly code: string }[]
      readonly parameters: Readonly<Record<string, number | boolean>>
      /** Only says how the script is made; nothing of it runs. */
      readonly only_declaration?: true
      /** Modules that are there for the script, though not for this process that only reads it. */
      readonly modules?: readonly string[]
      /** The newest lines of every step are sent, however long it runs. */
      readonly is_live?: true
      readonly instruments: readonly {
        readonly symbol: string
        readonly token: Token
        readonly tick_paise: Paise
        readonly lot_size: number
      }[]
      readonly rules: ModelRules
      /** Length of the bars given to on_bar; rows are always one-minute bars. */
      readonly bar_ms: number
      /** Of the process before this one. */
      readonly kept?: KeptState
      /** The bars that a live script of whole histories is given. */
      readonly window?: number
      readonly start_ms: number
      readonly seed: number
      readonly memory_mb: number
      readonly cpu_s: number
      /** The script is read and its problems are told; nothing of it runs. */
      readonly only_problems?: boolean
      /** The script's orders and prints are noted with their lines, for tests. */
      readonly notes?: boolean
      /** Printed lines begin with the time of their bar. */
      readonly stamps?: boolean
      /** What the script plots is kept for whoever asks. */
      readonly plots?: boolean
      /** What a script of whole histories computed last is kept, to be asked about. */
      readonly rows?: boolean
    }
  /** Over all rows before `until`, or the newest bars of them; with other parameters the script begins anew. */
  | {
      readonly kind: 'compute'
      readonly until: number
      readonly window: number
      readonly parameters: Readonly<Record<string, number | boolean>> | null
    }
  /** `history` only provides candles, `warm` calls the script but ignores its orders, `trade` uses them. */
  | {
      readonly kind: 'bars'
      readonly use: BarsUse
      readonly count: number
      readonly sessions: RowSessions
      /** Symbols whose positions the model account closes at the end of this minute, live only. */
      readonly closed?: readonly number[]
      /** Symbols whose orders of the minute before were not carried out, live only. */
      readonly ignored?: readonly number[]
    }
  /** Time, volume, open, high, low and close stand in the blob; null without a problem. */
  | { readonly kind: 'candles'; readonly count: number; readonly problem: string | null }
  /** About the rows in the blob, ascending numbers of 32 bits: what was plotted since the row before of the same symbol. */
  | { readonly kind: 'plots' }
  /** About the frame around the bar that ends at a row, as it was computed last. */
  | { readonly kind: 'rows'; readonly row: number }
  | { readonly kind: 'stop' }

/** Open and close of a symbol's session, from the row on at which it is first seen. */
export type RowSessions = readonly (readonly [row: number, openMs: number, closeMs: number])[]

/** What is `stored` is asked about later, and not answered. */
export type BarsUse = 'stored' | 'history' | 'warm' | 'trade'

/**
 * Session phase of a row, the same bits as in runtime/bot_runtime/rows.py. A silent row is a minute without trades that
 * ends a bar: nothing fills in it.
 */
export const ROW_PHASE = { newDay: 1, mayEnter: 2, squareOff: 4, firstOfSymbol: 8, endsBar: 16, silent: 32 } as const
