import { useComputedColorScheme } from '@mantine/core'
import type { ChartConfiguration } from 'chart.js'
import { useEffect, useRef, useState } from 'react'
import { CHART_COLOURS, type ChartColours } from './chart-colours.ts'
import { ChartTable, type ChartValues } from './chart-table.tsx'
import classes from './chart.module.css'

type Props = {
  label: string
  heightPx?: number
  values: ChartValues
  /** Called again when the theme changes; must be stable while the data is unchanged. */
  configure: (colours: ChartColours) => ChartConfiguration
}

/** A chart in the theme's colours, destroyed when it is unmounted. */
export function Chart({ label, heightPx = 260, values, configure }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('light')
  const [isNear, setIsNear] = useState(false)
  // Drawn once it is scrolled to: a phone shows one of a screen's charts at a time, and each takes it a while.
  useEffect(() => {
    const observer = new IntersectionObserver(
      // Several where the page was busy: it may have come into view since the first of them.
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      // Not behind a phone's bars, which lie over the lowest part of the window.
      { rootMargin: '0px 0px -120px' },
    )
    observer.observe(canvas.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isNear) return
    let undraw: (() => void) | undefined
    let isGone = false
    // The library is large: the page is shown without waiting for it, and the chart's values stand in its table.
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isGone) undraw = drawChart(canvas.current!, CHART_COLOURS[scheme], configure)
    })
    return () => {
      isGone = true
      undraw?.()
    }
  }, [configure, scheme, isNear])
  return (
    <figure className={classes['chart']} aria-label={label} style={{ height: heightPx }}>
      <canvas ref={canvas} aria-hidden />
      <ChartTable label={label} values={values} />
    </figure>
  )
}
