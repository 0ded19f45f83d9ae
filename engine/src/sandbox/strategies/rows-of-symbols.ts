import type { Bars } from '@trading-bot/core/bars'
import type { RowSessions } from '@trading-bot/contract/bot-wire/frames'
import type { Interval } from '@trading-bot/core/intervals/interval'
import type { MarketCalendar, Session, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import type { ScriptRows } from '../../ports.ts'
import { RowPhases } from './row-phases.ts'

export type SymbolBars = { readonly bars: Bars; readonly traits: SessionTraits }

/** Bars of all symbols merged into rows, and the row of every bar by symbol. */
export type MergedRows = { readonly rows: ScriptRows; readonly rowOf: readonly Uint32Array[] }

export function rowsOfSymbols(
  symbols: readonly SymbolBars[],
  calendar: MarketCalendar,
  interval: Interval,
): MergedRows {
  const [only] = symbols
  if (only !== undefined && symbols.length === 1) return rowsOfOne(only, calendar, interval)
  const count = symbols.reduce((sum, { bars }) => sum + bars.timeMs.length, 0)
  const sessions: RowSession[] = []
  const rows = emptyRows(count, sessions)
  const rowOf = symbols.map(({ bars }) => new Uint32Array(bars.timeMs.length))
  const cursors = symbols.map(() => 0)
  const phases = new RowPhases(calendar, interval, symbols)
  let row = 0
  for (let timeMs = nextTime(symbols, cursors); timeMs < Infinity; timeMs = nextTime(symbols, cursors)) {
    for (const [index, { bars }] of symbols.entries()) {
      const at = cursors[index]!
      if (bars.timeMs[at] !== timeMs) continue
      rows.timeMs[row] = timeMs
      rows.volume[row] = bars.volume[at]!
      rows.openPaise[row] = bars.openPaise[at]!
      rows.highPaise[row] = bars.highPaise[at]!
      rows.lowPaise[row] = bars.lowPaise[at]!
      rows.closePaise[row] = bars.closePaise[at]!
      rows.symbol[row] = index
      rows.phase[row] = phases.of(index, timeMs, bars.timeMs[at + 1] ?? Infinity)
      noteSession(sessions, row, phases.newSession(index))
      rowOf[index]![at] = row
      cursors[index] = at + 1
      row++
    }
  }
  return { rows, rowOf }
}

function rowsOfOne(only: SymbolBars, calendar: MarketCalendar, interval: Interval): MergedRows {
  const { bars } = only
  const count = bars.timeMs.length
  const phases = new RowPhases(calendar, interval, [only])
  const phase = new Uint8Array(count)
  const sessions: RowSession[] = []
  const rowOf = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    phase[i] = phases.of(0, bars.timeMs[i]!, bars.timeMs[i + 1] ?? Infinity)
    noteSession(sessions, i, phases.newSession(0))
    rowOf[i] = i
  }
  return { rows: { ...bars, symbol: new Uint16Array(count), phase, sessions }, rowOf: [rowOf] }
}

type RowSession = RowSessions[number]

export function noteSession(sessions: RowSession[], row: number, session: Session | null): void {
  if (session !== null) sessions.push([row, session.openMs, session.closeMs])
}

function nextTime(symbols: readonly SymbolBars[], cursors: readonly number[]): number {
  let earliest = Infinity
  for (const [index, { bars }] of symbols.entries()) {
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
