import { Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import classes from './profit.module.css'

type Props = {
  amount: number | null
  /** Set where the specification shows zero as a gain. */
  isZeroGain?: boolean
  /** Shown when the amount is not known. */
  unknown?: string
}

/** A signed amount in green or red; zero in grey. */
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
