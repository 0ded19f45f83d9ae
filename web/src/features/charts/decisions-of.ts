import type { Marks } from '@trading-bot/contract/rest/trading/strategy-output'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import type { SeriesMarker, UTCTimestamp } from 'lightweight-charts'
import { candleAt } from '../../ui/charts/candle-at.ts'
import type { ChartColours } from '../../ui/charts/chart-frame.tsx'

const DECISIONS = [
  { bit: ENTER_LONG, text: 'Long', position: 'belowBar', shape: 'arrowUp', colour: 'buy' },
  { bit: ENTER_SHORT, text: 'Short', position: 'aboveBar', shape: 'arrowDown', colour: 'sell' },
  { bit: EXIT_LONG, text: 'Exit', position: 'aboveBar', shape: 'circle', colour: 'text' },
  { bit: EXIT_SHORT, text: 'Exit', position: 'belowBar', shape: 'circle', colour: 'text' },
] as const

/** What a strategy decided, on its candles: a decision that holds over many bars is marked at its first. */
export function decisionsOf(
  marks: Pick<Marks, 'signals'>,
  at: readonly number[],
  times: readonly number[],
  colours: ChartColours,
): SeriesMarker<UTCTimestamp>[] {
  const first = times[0]
  return marks.signals.flatMap((bits, index) => {
    const fresh = bits & ~(marks.signals[index - 1] ?? 0)
    if (first === undefined || at[index]! < first) return []
    return DECISIONS.filter(({ bit }) => (fresh & bit) !== 0).map(({ text, position, shape, colour }) => ({
      time: times[candleAt(times, at[index]!)] as UTCTimestamp,
      position,
      shape,
      color: colours[colour],
      text,
    }))
  })
}
