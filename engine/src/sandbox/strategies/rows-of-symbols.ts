import type { Bars } from '@trading-bot/core/bars'
import { ROW_PHASE, type RowSessions } from '@trading-bot/contract/bot-wire/frames'
import type { MarketCalendar, Session, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { sessionAt } from '@trading-bot/core/intervals/session-at'
import { withSilentMinutes } from '@trading-bot/core/intervals/silent-minutes'
import type { ScriptRows } from '../../ports.ts'
import { RowPhases } from './row-phases.ts'

export type SymbolBars = { readonly bars: Bars; readonly traits: SessionTraits }

/** Minutes of all symbols merged into rows, those that end a bar in silence included. */
export type MergedRows = {
  readonly rows: ScriptRows
  /** By symbol: the row of every minute with trades. */
  readonly rowOf: readonly Uint32Array[]
  /** By symbol and minute with trades: the silent row that ends its bar after it, or its own row. */
  readonly endOf: readonly Uint32Array[]
}

export type RowRules = {
  readonly calendar: MarketCalendar
  readonly interval: Interval
  /** Bars that end later go on. */
  readonly untilMs: number
  /** Those of the rows before, where some came before. */
  readonly phases?: RowPhases
}

/** What a script sees of the market, in backtests and in the warm-up of live trading. */
export function rowsOfSymbols(symbols: readonly SymbolBars[], rules: RowRules): MergedRows {
  const { calendar, interval, untilMs } = rules
  const heard = symbols.map(({ bars, traits }) =>
    withSilentMinutes(bars, interval, sessionAt(calendar, traits), untilMs),
  )
  const phases = rules.phases ?? new RowPhases(calendar, interval, symbols)
  const { rows, mergedRows } = merge(
    heard.map(({ minutes }) => minutes),
    phases,
  )
  const inRows = (index: number, own: Uint32Array) =>
    heard.length === 1 ? own : own.map((at) => mergedRows[index]![at]!)
  const rowOf = heard.map(({ tradedRows }, index) => inRows(index, tradedRows))
  const endOf = heard.map(({ tradedRows, endRows }, index) =>
    endRows === tradedRows ? rowOf[index]! : inRows(index, endRows),
  )
  for (const [index, ends] of endOf.entries()) {
    const traded = rowOf[index]!
    if (ends === traded) continue
    for (let at = 0; at < ends.length; at++) if (ends[at] !== traded[at]) rows.phase[ends[at]!]! |= ROW_PHASE.silent
  }
  return { rows, rowOf, endOf }
}

type Merged = { readonly rows: ScriptRows; readonly mergedRows: readonly Uint32Array[] }

function merge(symbols: readonly Bars[], phases: RowPhases): Merged {
  const [only] = symbols
  if (only !== undefined && symbols.length === 1) return { rows: rowsOfOne(only, phases), mergedRows: [] }
  const count = symbols.reduce((sum, bars) => sum + bars.timeMs.length, 0)
  const sessions: RowSession[] = []
  const rows = emptyRows(count, sessions)
  const mergedRows = symbols.map((bars) => new Uint32Array(bars.timeMs.length))
  const cursors = symbols.map(() => 0)
  let row = 0
  for (let timeMs = nextTime(symbols, cursors); timeMs < Infinity; timeMs = nextTime(symbols, cursors)) {
    for (const [index, bars] of symbols.entries()) {
      const at = cursors[index]!
      if (bars.timeMs[at] !== timeMs) continue
      rows.timeMs[row] = timeMs
      rows.volume[row] = bars.volume[at]!
      rows.openPaise[row] = bars.openPaise[at]!
      rows.highPaise[row] = bars.highPaise[at]!
      rows.lowPaise[row] = bars.lowPaise[at]!
      rows.closePaise[row] = bars.closePaise[at]!
      rows.symbol[row] = index
      rows.phase[row] = phases.of(index, timeMs)
      noteSession(sessions, row, phases.newSession(index))
      mergedRows[index]![at] = row
      cursors[index] = at + 1
      row++
    }
  }
  return { rows, mergedRows }
}

function rowsOfOne(bars: Bars, phases: RowPhases): ScriptRows {
  const count = bars.timeMs.length
  const phase = new Uint8Array(count)
  const sessions: RowSession[] = []
  for (let i = 0; i < count; i++) {
    phase[i] = phases.of(0, bars.timeMs[i]!)
    noteSession(sessions, i, phases.newSession(0))
  }
  return { ...bars, symbol: new Uint16Array(count), phase, sessions }
}

type RowSession = RowSessions[number]

export function noteSession(sessions: RowSession[], row: number, session: Session | null): void {
  if (session !== null) sessions.push([row, session.openMs, session.closeMs])
}

function nextTime(symbols: readonly Bars[], cursors: readonly number[]): number {
  let earliest = Infinity
  for (const [index, bars] of symbols.entries()) {
    const timeMs = bars.timeMs[cursors[index]!]
    if (timeMs !== undefined && timeMs < earliest) earliest = timeMs
  }
  return earliest
}

function emptyRows(count: number, sessions: RowSessions): ScriptRows {
  return {
    sessions,
    timeMs: new Float64Array(count),
    volume: new Float64Array(count),
    openPaise: new Int32Array(count),
    highPaise: new Int32Array(count),
    lowPaise: new Int32Array(count),
    closePaise: new Int32Array(count),
    symbol: new Uint16Array(count),
    phase: new Uint8Array(count),
  }
}

/** All symbols of one minute are in the same chunk. */
export function chunkEnd({ timeMs }: ScriptRows, first: number, chunkRows: number): number {
  let end = Math.min(first + chunkRows, timeMs.length)
  while (end < timeMs.length && timeMs[end] === timeMs[end - 1]) end++
  return end
}

export function sliceRows(rows: ScriptRows, first: number, end: number): ScriptRows {
  return {
    timeMs: rows.timeMs.subarray(first, end),
    volume: rows.volume.subarray(first, end),
    openPaise: rows.openPaise.subarray(first, end),
    highPaise: rows.highPaise.subarray(first, end),
    lowPaise: rows.lowPaise.subarray(first, end),
    closePaise: rows.closePaise.subarray(first, end),
    symbol: rows.symbol.subarray(first, end),
    phase: rows.phase.subarray(first, end),
    sessions: rows.sessions
      .filter(([row]) => row >= first && row < end)
      .map(([row, openMs, closeMs]) => [row - first, openMs, closeMs]),
  }
}
