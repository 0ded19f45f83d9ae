import type { PlotSeries } from '@trading-bot/contract/bot-wire/plot-series'

export type Priced = { readonly high: number; readonly low: number }
/** Series by where they are drawn: those over the candles first, then every pane below. */
export type Panes = readonly (readonly PlotSeries[])[]

const OVER_CANDLES = 'price'
const MOST_BELOW = 3
/** So many of its values must be near the prices, and near is one height of the chart above or below. */
const NEAR_SHARE = 0.9

/** As the author says, else by the values: what moves with the prices stands over the candles. */
export function panesOf(plots: readonly PlotSeries[], candles: readonly Priced[]): Panes {
  const over: PlotSeries[] = []
  const below = new Map<string, PlotSeries[]>()
  for (const series of plots) {
    const pane = series.pane ?? (isNearPrices(series, candles) ? OVER_CANDLES : series.name)
    if (pane === OVER_CANDLES) {
      over.push(series)
      continue
    }
    // A chart of many low panes cannot be read: what is left shares the last one.
    const place = below.has(pane) || below.size < MOST_BELOW ? pane : [...below.keys()].at(-1)!
    below.set(place, [...(below.get(place) ?? []), series])
  }
  return [over, ...below.values()]
}

function isNearPrices({ values }: PlotSeries, candles: readonly Priced[]): boolean {
  const known = values.filter((value) => value !== null)
  const highest = candles.reduce((most, { high }) => Math.max(most, high), -Infinity)
  const lowest = candles.reduce((least, { low }) => Math.min(least, low), Infinity)
  const height = highest - lowest
  const near = known.filter((value) => value >= lowest - height && value <= highest + height)
  return near.length >= known.length * NEAR_SHARE
}
