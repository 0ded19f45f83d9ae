import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import type { ScriptRows } from '../../ports.ts'
import { RowPhases } from './row-phases.ts'

export type SymbolBars = { readonly bars: Bars; readonly traits: SessionTraits }

/** Bars of all symbols merged into rows, and the row of every bar by symbol. */
export type MergedRows = { readonly rows: ScriptRows; readonly rowOf: readonly Uint32Array[] }

export function rowsOfSymbols(symbols: readonly SymbolBars[], calendar: MarketCalendar, barMs: number): MergedRows {
  const [only] = symbols
  if (only !== undefined && symbols.length === 1) return rowsOfOne(only, calendar, barMs)
  const count = symbols.reduce((sum, { bars }) => sum + bars.timeMs.length, 0)
  const rows = emptyRows(count)
  const rowOf = symbols.map(({ bars }) => new Uint32Array(bars.timeMs.length))
  const cursors = symbols.map(() => 0)
  const phases = new RowPhases(calendar, barMs, symbols)
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
      rows.phase[row] = phases.of(index, timeMs)
      rowOf[index]![at] = row
      cursors[index] = at + 1
      row++
    }
  }
  return { rows, rowOf }
}

function rowsOfOne(only: SymbolBars, calendar: MarketCalendar, barMs: number): MergedRows {
  const { bars } = only
  const count = bars.timeMs.length
  const phases = new RowPhases(calendar, barMs, [only])
  const phase = new Uint8Array(count)
  const rowOf = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    phase[i] = phases.of(0, bars.timeMs[i]!)
    rowOf[i] = i
  }
  return { rows: { ...bars, symbol: new Uint16Array(count), phase }, rowOf: [rowOf] }
}

function nextTime(symbols: readonly SymbolBars[], cursors: readonly number[]): number {
  let earliest = Infinity
  for (const [index, { bars }] of symbols.entries()) {
    const timeMs = bars.timeMs[cursors[index]!]
    if (timeMs !== undefined && timeMs < earliest) earliest = timeMs
  }
  return earliest
}

function emptyRows(count: number): ScriptRows {
  return {
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
