import type { BacktestReport } from '@trading-bot/contract/rest/trading/bot-config'
import { Group, Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import { type IChartApi, LineSeries, LineStyle, type UTCTimestamp } from 'lightweight-charts'
import { useCallback } from 'react'
import { type ChartColours, ChartFrame, chartTime } from '../../../ui/charts/chart-frame.tsx'
import classes from './equity-chart.module.css'

export type EquityLine = { readonly name: string; readonly points: BacktestReport['equity'] }

/** Told apart by colour and by dashes: profit's green and loss's red are not used for lines. */
const LOOKS = [
  { colour: 'line', style: LineStyle.Solid },
  { colour: 'text', style: LineStyle.Dashed },
  { colour: 'line', style: LineStyle.Dotted },
  { colour: 'text', style: LineStyle.Solid },
] as const
export const MOST_LINES = LOOKS.length

type Props = { lines: readonly EquityLine[]; label: string; unit: 'rupees' | 'percent' }

/** Account values over time, of one run or of several. */
export function EquityChart({ lines, label, unit }: Props) {
  const draw = useCallback(
    (chart: IChartApi, colours: ChartColours) => {
      const formatter = unit === 'rupees' ? formatRupees : (value: number) => `${value.toFixed(2)} %`
      for (const [i, { points }] of lines.entries()) {
        const look = LOOKS[i % LOOKS.length]!
        const series = chart.addSeries(LineSeries, {
          color: colours[look.colour],
          lineStyle: look.style,
          lineWidth: 2,
          priceLineVisible: false,
        })
        series.applyOptions({ priceFormat: { type: 'custom', formatter, minMove: 0.01 } })
        series.setData(points.map(([time, value]) => ({ time: chartTime(time) as UTCTimestamp, value })))
      }
    },
    [lines, unit],
  )
  return (
    <>
      {lines.length > 1 && (
        <Group gap="md" component="ul" m={0} p={0} className={classes['legend']!} aria-label="Lines">
          {lines.map(({ name }, i) => (
            <Group key={name} component="li" gap={6} wrap="nowrap">
              <span className={classes['sample']} data-look={i % LOOKS.length} aria-hidden />
              <Text size="xs">{name}</Text>
            </Group>
          ))}
        </Group>
      )}
      <ChartFrame label={label} draw={draw} />
    </>
  )
}
