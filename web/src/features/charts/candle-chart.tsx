import type { Candles } from '@trading-bot/contract/rest/trading/candles'
import {
  type AutoscaleInfoProvider,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Time,
} from 'lightweight-charts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { candleAt } from '../../ui/charts/candle-at.ts'
import { type ChartColours, ChartFrame, chartTime } from '../../ui/charts/chart-frame.tsx'
import { CandleLegend } from './candle-legend.tsx'
import type { Held } from './chart-range.ts'
import { candleOf, drawCandles } from './draw-candles.ts'
import { marksOf } from './marks-of.ts'
import type { SymbolChartProps } from './symbol-chart-props.ts'

type Bar = Candles['bars'][number]
type Props = Pick<SymbolChartProps, 'trades' | 'levels'> & {
  label: string
  bars: readonly Bar[]
  /** Bars from the last one on, as they change. */
  live: readonly Bar[] | undefined
  held: Held
}
type Drawn = {
  readonly candles: ISeriesApi<'Candlestick'>
  readonly volume: ISeriesApi<'Histogram'>
  readonly marks: ISeriesMarkersPluginApi<Time>
  readonly colours: ChartColours
  lines: IPriceLine[]
}

const BARS_BEFORE = 45
const BARS_AFTER = 15

/** The drawing itself; what changes while it is open is changed in place, so that the eye keeps its position. */
export function CandleChart({ label, bars, live, held, trades, levels }: Props) {
  // The chart's own effect runs first, so that the ones below always find the newest drawing.
  const drawn = useRef<Drawn>(undefined)
  const [drawing, setDrawing] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const { fromMs, untilMs } = held
  const times = useMemo(() => bars.map(([time]) => chartTime(time)), [bars])
  const draw = useCallback(
    (chart: IChartApi, colours: ChartColours) => {
      const series = drawCandles(chart, bars, colours)
      chart.subscribeCrosshairMove(({ time }) => setPointed(time === undefined ? null : Number(time)))
      drawn.current = { ...series, marks: createSeriesMarkers(series.candles, []), colours, lines: [] }
      setDrawing((count) => count + 1)
      const first = candleAt(times, chartTime(new Date(fromMs).toISOString()))
      const last = candleAt(times, chartTime(new Date(untilMs).toISOString()))
      return { from: Math.max(-2, first - BARS_BEFORE), to: Math.min(times.length + 4, last + BARS_AFTER) }
    },
    [bars, times, fromMs, untilMs],
  )
  useEffect(() => {
    let newest = times.at(-1) ?? 0
    for (const bar of live ?? []) {
      const candle = candleOf(bar)
      // Right after a switch of the interval these may be the other one's; a chart takes no bar before its newest.
      if (Number(candle.time) < newest) continue
      newest = Number(candle.time)
      drawn.current?.candles.update(candle)
      drawn.current?.volume.update({ time: candle.time, value: bar[5] })
    }
  }, [drawing, live, times])
  useEffect(() => {
    if (drawn.current) drawn.current.marks.setMarkers(marksOf(trades, times, drawn.current.colours))
  }, [drawing, times, trades])
  const { average, stop, target } = levels
  useEffect(() => {
    if (drawn.current) drawLevels(drawn.current, { average, stop, target })
  }, [drawing, average, stop, target])
  const current = live ? [...bars.slice(0, -1), ...live] : bars
  return (
    <div>
      <CandleLegend bar={barAt(current, pointed)} levels={levels} />
      <ChartFrame label={label} draw={draw} />
    </div>
  )
}

function barAt(bars: readonly Bar[], time: number | null): Bar | undefined {
  const found = time === null ? undefined : bars.find(([start]) => chartTime(start) === time)
  return found ?? bars.at(-1)
}

/** Lines across the chart, in place of those before. */
function drawLevels(drawn: Drawn, { average, stop, target }: Props['levels']): void {
  const { candles, colours } = drawn
  for (const line of drawn.lines) candles.removePriceLine(line)
  drawn.lines = [
    { price: average, title: 'Avg', color: colours.line },
    { price: stop, title: 'Stop', color: colours.loss },
    { price: target, title: 'Target', color: colours.gain },
  ].flatMap(({ price, title, color }) =>
    price === null ? [] : [candles.createPriceLine({ price, title, color, lineWidth: 1, lineStyle: LineStyle.Dashed })],
  )
  const prices = [average, stop, target].filter((price) => price !== null)
  candles.applyOptions({ autoscaleInfoProvider: withLevels(prices) })
}

/** The price scale takes in levels that are near; one that is far would press the candles flat. */
function withLevels(prices: readonly number[]): AutoscaleInfoProvider {
  return (original) => {
    const own = original()
    if (!own?.priceRange) return own
    const { minValue, maxValue } = own.priceRange
    const room = (maxValue - minValue) * 1.5
    const near = prices.filter((price) => price > minValue - room && price < maxValue + room)
    return {
      ...own,
      priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) },
    }
  }
}
