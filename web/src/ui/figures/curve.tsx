import { type PointerEvent, useMemo, useState } from 'react'
import { ChartTable, type ChartValues } from './chart-table.tsx'
import classes from './curve.module.css'
import { roundLevels } from './round-levels.ts'

export type CurvePoint = { readonly x: number; readonly y: number }

type Props = {
  label: string
  heightPx: number
  /** At least two, ascending by x. */
  points: readonly CurvePoint[]
  /** The axis reaches this far on both sides of zero, so that a small change stays one. */
  leastY: number
  xText: (x: number) => string
  yText: (y: number) => string
  values: ChartValues
}

// The drawing's own units; it is stretched to the place it has.
const SIZE = 1000
// Where along it the time is written.
const TIMES_AT = [0, 0.25, 0.5, 0.75, 1]
// A few points are marked, so that two of them do not read as a trend.
const MARKED_POINTS = 12

/** One line over time, drawn without the chart library: the first screen does not wait for it. */
export function Curve({ label, heightPx, points, leastY, xText, yText, values }: Props) {
  const [read, setRead] = useState<CurvePoint | null>(null)
  const scale = useMemo(() => scaleOf(points, leastY), [points, leastY])
  const { levels, left, top } = scale
  const firstX = points[0]?.x ?? 0
  const lastX = points.at(-1)?.x ?? 0
  const readNearest = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    setRead(nearest(points, firstX + ((clientX - box.left) / box.width) * (lastX - firstX)))
  }
  const line = points.map(({ x, y }) => `${left(x)},${top(y)}`).join(' L')
  return (
    <figure className={classes['curve']} aria-label={label} style={{ height: heightPx }}>
      <div
        className={classes['plot']}
        aria-hidden
        onPointerMove={readNearest}
        onPointerDown={readNearest}
        onPointerLeave={() => setRead(null)}
      >
        <svg className={classes['drawing']} viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
          {levels.map((level) => (
            <line key={level} className={classes['grid']} x1={0} x2={SIZE} y1={top(level)} y2={top(level)} />
          ))}
          <path className={classes['area']} d={`M${left(firstX)},${top(0)} L${line} L${left(lastX)},${top(0)}Z`} />
          <path className={classes['line']} d={`M${line}`} />
          {(points.length > MARKED_POINTS ? [] : points).concat(read ?? []).map(({ x, y }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two points may be equal, and none has a state
            <path key={at} className={classes['dot']} d={`M${left(x)},${top(y)}h0`} />
          ))}
        </svg>
        {read && (
          <div className={classes['reading']} style={readingPlace(left(read.x) / SIZE)}>
            {xText(read.x)} <strong>{yText(read.y)}</strong>
          </div>
        )}
      </div>
      <div className={classes['levels']} aria-hidden>
        {levels.map((level) => (
          <span key={level} style={{ top: `${(top(level) / SIZE) * 100}%` }}>
            {yText(level)}
          </span>
        ))}
        {levels.map((level) => (
          <div key={level}>{yText(level)}</div>
        ))}
      </div>
      <div className={classes['times']} aria-hidden>
        {TIMES_AT.map((share) => (
          <span key={share}>{xText(firstX + (lastX - firstX) * share)}</span>
        ))}
      </div>
      <ChartTable label={label} values={values} />
    </figure>
  )
}

function scaleOf(points: readonly CurvePoint[], leastY: number) {
  const heights = points.map(({ y }) => y)
  const levels = roundLevels(Math.min(-leastY, ...heights), Math.max(leastY, ...heights))
  const lowest = levels[0] ?? 0
  const span = (levels.at(-1) ?? 1) - lowest
  const firstX = points[0]?.x ?? 0
  const width = (points.at(-1)?.x ?? 0) - firstX || 1
  return {
    levels,
    left: (x: number) => ((x - firstX) / width) * SIZE,
    top: (y: number) => SIZE - ((y - lowest) / span) * SIZE,
  }
}

function nearest(points: readonly CurvePoint[], x: number): CurvePoint | null {
  return points.reduce<CurvePoint | null>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    null,
  )
}

/** Beside the point, and never beyond the edge. */
function readingPlace(share: number) {
  const percent = `${share * 100}%`
  return { left: percent, transform: `translateX(-${percent})` }
}
