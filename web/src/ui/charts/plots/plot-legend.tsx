import { Text } from '@mantine/core'
import type { Panes } from './panes-of.ts'
import { plotFigure } from './plot-figure.ts'
import classes from './plot-legend.module.css'

type Props = {
  panes: Panes
  /** The candle under the pointer; the last one without it. */
  at: number | null
}

/** The script's series by their colours, with the values at one candle. */
export function PlotLegend({ panes, at }: Props) {
  const all = panes.flat()
  if (all.length === 0) return null
  return (
    <ul className={classes['legend']} aria-label="Plotted by the script">
      {all.map(({ name, values }, index) => {
        // Bars may be longer than candles: what was plotted last still holds.
        const known = at === null ? values : values.slice(0, at + 1)
        const value = known.findLast((one) => one !== null) ?? null
        return (
          <li key={name} className={classes['series']}>
            <span className={classes['sample']} data-colour={index} aria-hidden />
            <Text span size="xs" c="dimmed">
              {name}
            </Text>
            <Text span size="xs" className={classes['value']}>
              {value === null ? '–' : plotFigure(value)}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}
