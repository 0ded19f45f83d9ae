import { Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import classes from './profit.module.css'

type Props = {
  amount: number | null
  /** Where the specification counts nothing as a gain. */
  isZeroGain?: boolean
  /** In place of an amount that is not known. */
  unknown?: string
}

/** Green or red with its sign; nothing in grey. */
export function Profit({ amount, isZeroGain = false, unknown = '–' }: Props) {
  if (amount === null) {
    return (
      <Text span inherit c="dimmed">
        {unknown}
      </Text>
    )
  }
  const kind = amount > 0 || (isZeroGain && amount === 0) ? 'gain' : amount < 0 ? 'loss' : 'none'
  return (
    <span className={classes[kind]} data-profit={kind}>
      {`${amount > 0 ? '+' : ''}${formatRupees(amount)}`}
    </span>
  )
}
