import type { Candles } from '@trading-bot/contract/rest/trading/candles'
import type { Marks } from '@trading-bot/contract/rest/trading/strategy-output'
import { createSeriesMarkers, type IChartApi, type LogicalRange } from 'lightweight-charts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { candleAt } from '../../ui/charts/candle-at.ts'
import { type ChartColours, ChartFrame, chartTime } from '../../ui/charts/chart-frame.tsx'
import { drawPlots } from '../../ui/charts/plots/draw-plots.ts'
import { panesOf } from '../../ui/charts/plots/panes-of.ts'
import { PlotLegend } from '../../ui/charts/plots/plot-legend.tsx'
import { decisionsOf } from './decisions-of.ts'
import { drawCandles } from './draw-candles.ts'
import { plotsOnCandles } from './plots-on-candles.ts'

type Props = { label: string; bars: Candles['bars']; marks: Marks | undefined }

/** What was in view, and of how many candles. */
type Shown = { readonly range: LogicalRange; readonly count: number }

const FIRST_SHOWN = 90
const ROOM_AFTER = 4
const NOTHING: Marks = { times_ms: [], signals: [], series: [] }

/** Drawn anew with every new bar; the part in view stays what the reader chose. */
export function MarkedChart({ label, bars, marks = NOTHING }: Props) {
  const shown = useRef<Shown | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const times = useMemo(() => bars.map(([time]) => chartTime(time)), [bars])
  const at = useMemo(() => marks.times_ms.map((ms) => chartTime(new Date(ms).toISOString())), [marks])
  const panes = useMemo(() => {
    const prices = bars.map(([, , high, low]) => ({ high, low }))
    return panesOf(plotsOnCandles(marks.series, at, times), prices)
  }, [bars, marks, at, times])
  const draw = useCallback(
    (chart: IChartApi, colours: ChartColours) => {
      const { candles } = drawCandles(chart, bars, colours)
      createSeriesMarkers(candles, decisionsOf(marks, at, times, colours))
      drawPlots(chart, panes, times, colours)
      chart.subscribeCrosshairMove(({ time }) => setPointed(time === undefined ? null : candleAt(times, Number(time))))
      const view = viewOf(shown.current, times.length)
      chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
        // While it is laid out it has no range yet.
        if (range !== null) shown.current = { range, count: times.length }
      })
      return view
    },
    [bars, marks, at, times, panes],
  )
  return (
    <>
      <PlotLegend panes={panes} at={pointed} />
      <ChartFrame label={label} draw={draw} below={panes.length - 1} />
    </>
  )
}

/** Whoever looks at the newest candle goes on looking at it. */
function viewOf(shown: Shown | null, count: number): { readonly from: number; readonly to: number } {
  if (shown === null) return { from: count - FIRST_SHOWN, to: count + ROOM_AFTER }
  const { range, count: before } = shown
  const more = range.to >= before - 1 ? count - before : 0
  return { from: range.from + more, to: range.to + more }
}
