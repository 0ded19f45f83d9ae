import { useComputedColorScheme } from '@mantine/core'
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart as Drawing,
  type ChartConfiguration,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  RadarController,
  RadialLinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { ChartTable, type ChartValues } from './chart-table.tsx'
import classes from './chart.module.css'

Drawing.register(ArcElement, BarController, BarElement, CategoryScale, DoughnutController, Filler, Legend, LinearScale)
Drawing.register(LineController, LineElement, PointElement, RadarController, RadialLinearScale, Tooltip)

const COLOURS = {
  light: {
    line: '#3f5be8',
    soft: 'rgb(63 91 232 / 12%)',
    second: '#868f9f',
    gain: '#0b6b3a',
    loss: '#b21f2c',
    text: '#465062',
    grid: '#eef0f4',
    surface: '#ffffff',
    tip: '#161b25',
  },
  dark: {
    line: '#829aff',
    soft: 'rgb(130 154 255 / 16%)',
    second: '#7d8797',
    gain: '#5fd08a',
    loss: '#ff8a8f',
    text: '#9ea7b6',
    grid: '#232a35',
    surface: '#12171e',
    tip: '#323a47',
  },
} as const
export type ChartColours = (typeof COLOURS)[keyof typeof COLOURS]

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
  useEffect(() => {
    const colours = COLOURS[scheme]
    Drawing.defaults.font.family = "'Inter Variable', system-ui, sans-serif"
    Drawing.defaults.color = colours.text
    Drawing.defaults.borderColor = colours.grid
    Object.assign(Drawing.defaults.plugins.tooltip, { backgroundColor: colours.tip, padding: 10, cornerRadius: 8 })
    const { options, ...rest } = configure(colours)
    const drawing = new Drawing(canvas.current!, {
      ...rest,
      options: { animation: false, responsive: true, maintainAspectRatio: false, ...options },
    })
    return () => drawing.destroy()
  }, [configure, scheme])
  return (
    <figure className={classes['chart']} aria-label={label} style={{ height: heightPx }}>
      <canvas ref={canvas} aria-hidden />
      <ChartTable label={label} values={values} />
    </figure>
  )
}
