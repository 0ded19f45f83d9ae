import { Text } from '@mantine/core'
import type { Candles } from '@trading-bot/contract/rest/trading/candles'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../lib/format.ts'
import classes from './candle-legend.module.css'
import type { SymbolChartProps } from './symbol-chart-props.ts'

type Props = { bar: Candles['bars'][number] | undefined; levels: SymbolChartProps['levels'] }

/** The exact values of the candle under the pointer, or of the last one, and of the lines. */
export function CandleLegend({ bar, levels }: Props) {
  if (!bar) return null
  const [time, open, high, low, close] = bar
  const lines = [
    ['Average', levels.average],
    ['Stop', levels.stop],
    ['Target', levels.target],
  ] as const
  return (
    <div className={classes['legend']}>
      <div className={classes['row']} data-testid="candle-values">
        <Text span size="xs" c="dimmed">
          {formatDateTime(time)}
        </Text>
        <Value label="Open" price={open} />
        <Value label="High" price={high} />
        <Value label="Low" price={low} />
        <Value label="Close" price={close} />
      </div>
      <div className={classes['row']}>
        {lines.map(([label, price]) => price !== null && <Value key={label} label={label} price={price} />)}
      </div>
    </div>
  )
}

function Value({ label, price }: { label: string; price: number }) {
  return (
    <Text span size="xs" className={classes['value']}>
      <span className={classes['label']}>{label}</span> {formatRupees(price)}
    </Text>
  )
}
