import { useComputedColorScheme } from '@mantine/core'
import { ColorType, createChart, type IChartApi, type LogicalRange } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import classes from './chart-frame.module.css'

type Props = {
  label: string
  /** Adds the series and returns the part to show first, all of it by default; called again when the theme changes. */
  draw: (chart: IChartApi, colours: ChartColours) => View | void
  /** Panes below the first one, which make it higher. */
  below?: number
}

/** Positions of the first and the last bar in view. */
type View = { readonly from: number; readonly to: number }

export type ChartColours = {
  readonly line: string
  readonly soft: string
  readonly gain: string
  readonly loss: string
  readonly buy: string
  readonly sell: string
  readonly text: string
  readonly quiet: string
  /** Of a script's own series, none of which means gain, loss, buy or sell. */
  readonly plots: readonly string[]
}

export const MOST_PLOT_COLOURS = 6

const COLOURS = {
  light: {
    line: '#3f5be8',
    soft: 'rgb(63 91 232 / 12%)',
    gain: '#0b6b3a',
    loss: '#b21f2c',
    buy: '#0a6c74',
    sell: '#a3195b',
    text: '#465062',
    quiet: 'rgb(70 80 98 / 22%)',
    grid: '#eef0f4',
    plots: ['#3f5be8', '#a05a00', '#7a3fc4', '#00707c', '#6b6f19', '#8a4b3c'],
  },
  dark: {
    line: '#829aff',
    soft: 'rgb(130 154 255 / 16%)',
    gain: '#5fd08a',
    loss: '#ff8a8f',
    buy: '#4fd1c5',
    sell: '#f48fb1',
    text: '#9ea7b6',
    quiet: 'rgb(158 167 182 / 26%)',
    grid: '#1a2029',
    plots: ['#829aff', '#e0a458', '#c39bff', '#5bc8d8', '#c6c96a', '#e0a08e'],
  },
} as const
const INDIA_OFFSET_S = 19_800

/** A full-width chart in the theme's colours. Its time axis shows India time. */
export function ChartFrame({ label, draw, below = 0 }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const colours = COLOURS[scheme]
    const chart = createChart(place.current!, {
      autoSize: true,
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' },
        textColor: colours.text,
        fontSize: 12,
        panes: { separatorColor: colours.grid, enableResize: false },
        attributionLogo: false,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: colours.grid } },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
      // The mouse wheel scrolls the page; dragging and pinching move the chart.
      handleScroll: { mouseWheel: false },
      handleScale: { mouseWheel: false },
      localization: { locale: 'en-IN' },
    })
    const view = draw(chart, colours)
    if (view) chart.timeScale().setVisibleLogicalRange(view as LogicalRange)
    else chart.timeScale().fitContent()
    return () => chart.remove()
  }, [draw, scheme])
  return (
    <figure aria-label={label} className={classes['figure']}>
      <div ref={place} className={classes['chart']} data-below={below} />
      {/* The library's licence asks for this link; its own logo would need inline styles. */}
      <figcaption className={classes['source']}>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          Charts by TradingView
        </a>
      </figcaption>
    </figure>
  )
}

/** The library draws UTC, so the time is shifted by India's offset to read as India time. */
export function chartTime(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000) + INDIA_OFFSET_S
}
