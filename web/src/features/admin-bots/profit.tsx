import { Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import classes from './profit.module.css'

/** Green or red with its sign; nothing in grey. */
export function Profit({ amount }: { amount: number | null }) {
  if (amount === null)
    return (
      <Text span c="dimmed">
        N/A
      </Text>
    )
  const kind = amount > 0 ? 'gain' : amount < 0 ? 'loss' : 'none'
  return <span className={classes[kind]}>{`${amount > 0 ? '+' : ''}${formatRupees(amount)}`}</span>
}
