import { useComputedColorScheme } from '@mantine/core'
import { ColorType, createChart, type IChartApi } from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import classes from './chart-frame.module.css'

type Props = {
  label: string
  /** Adds the series; called again when the theme changes. */
  draw: (chart: IChartApi, colours: ChartColours) => void
}

export type ChartColours = { readonly line: string; readonly gain: string; readonly loss: string }

const COLOURS = {
  light: { line: '#3f5be8', gain: '#0b6b3a', loss: '#b21f2c', text: '#465062', grid: '#eef0f4' },
  dark: { line: '#829aff', gain: '#5fd08a', loss: '#ff8a8f', text: '#9ea7b6', grid: '#1a2029' },
} as const
const INDIA_OFFSET_S = 19_800

/** A full-width chart in the theme's colours. Its time axis shows India time. */
export function ChartFrame({ label, draw }: Props) {
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
        attributionLogo: false,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: colours.grid } },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true },
      // The mouse wheel scrolls the page; dragging and pinching move the chart.
      handleScroll: { mouseWheel: false },
      handleScale: { mouseWheel: false },
      localization: { locale: 'en-IN' },
    })
    draw(chart, colours)
    chart.timeScale().fitContent()
    return () => chart.remove()
  }, [draw, scheme])
  return (
    <figure aria-label={label} className={classes['figure']}>
      <div ref={place} className={classes['chart']} />
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
