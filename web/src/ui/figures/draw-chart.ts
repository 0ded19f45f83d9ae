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
import type { ChartColours } from './chart-colours.ts'

Drawing.register(ArcElement, BarController, BarElement, CategoryScale, DoughnutController, Filler, Legend, LinearScale)
Drawing.register(LineController, LineElement, PointElement, RadarController, RadialLinearScale, Tooltip)

/** Draws with the library and returns what removes it. */
export function drawChart(
  canvas: HTMLCanvasElement,
  colours: ChartColours,
  configure: (colours: ChartColours) => ChartConfiguration,
): () => void {
  Drawing.defaults.font.family = "'Inter Variable', system-ui, sans-serif"
  Drawing.defaults.color = colours.text
  Drawing.defaults.borderColor = colours.grid
  Object.assign(Drawing.defaults.plugins.tooltip, { backgroundColor: colours.tip, padding: 10, cornerRadius: 8 })
  const { options, ...rest } = configure(colours)
  const drawing = new Drawing(canvas, {
    ...rest,
    options: { animation: false, responsive: true, maintainAspectRatio: false, ...options },
  })
  return () => drawing.destroy()
}
