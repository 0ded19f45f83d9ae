import type { FrameRows } from '@trading-bot/contract/bot-wire/frame-rows'
import type { Bars } from '@trading-bot/core/bars'
import { formatNumber } from '@trading-bot/core/format-number'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import type { TrialInput } from './trial-input.ts'

type Signals = readonly Uint8Array[]

const BEFORE = 7
const AFTER = 2
const WORDS = [
  [ENTER_LONG, 'enter long'],
  [EXIT_LONG, 'exit long'],
  [ENTER_SHORT, 'enter short'],
  [EXIT_SHORT, 'exit short'],
] as const

/** The first minute about which a script decides otherwise once later ones are there, with those around it. */
export function decisionsAround({ seen }: TrialInput, then: Signals, now: Signals): FrameRows | null {
  for (const [index, { instrument, bars }] of seen.entries()) {
    const at = then[index]?.findIndex((bits, bar) => bits !== now[index]![bar]) ?? -1
    if (at < 0) continue
    const { timeMs, openPaise, highPaise, lowPaise, closePaise, volume } = bars as Bars
    const first = Math.max(0, at - BEFORE)
    const rows = Array.from({ length: Math.min(timeMs.length, at + AFTER + 1) - first }, (_, row) => first + row)
    return {
      symbol: instrument.symbol,
      columns: ['close', 'as the newest bar', 'with later bars', 'open', 'high', 'low', 'volume'],
      rows: rows.map((bar) => ({
        at_ms: timeMs[bar]!,
        is_marked: bar === at,
        cells: [
          rupees(closePaise[bar]!),
          bar <= at ? decided(then[index]![bar]!) : '',
          decided(now[index]![bar]!),
          rupees(openPaise[bar]!),
          rupees(highPaise[bar]!),
          rupees(lowPaise[bar]!),
          formatNumber(volume[bar]!),
        ],
      })),
    }
  }
  return null
}

const rupees = (paise: number) => (paise / 100).toFixed(2)

function decided(bits: number): string {
  const words = WORDS.filter(([bit]) => (bits & bit) !== 0).map(([, word]) => word)
  return words.length === 0 ? '–' : words.join(', ')
}
