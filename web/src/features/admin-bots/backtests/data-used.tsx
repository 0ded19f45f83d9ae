import { Alert, Text } from '@mantine/core'
import type { DataUsed } from '@trading-bot/contract/rest/trading/market-data'
import { formatNumber } from '@trading-bot/core/format-number'
import { TextLink } from '../../../ui/controls/text-link.tsx'

/** What a test ran on: its source, how much of it was there, and the warning that belongs to invented prices. */
export function DataUsedView({ data }: { data: DataUsed }) {
  const { words, warning, complete_days, partial_days, left_out, left_out_total, hash } = data
  const days = [
    complete_days > 0 && `${formatNumber(complete_days)} complete`,
    partial_days > 0 && `${formatNumber(partial_days)} partial`,
    left_out_total > 0 && `${formatNumber(left_out_total)} left out`,
  ].filter(Boolean)
  return (
    <>
      {warning !== null && (
        <Alert color="yellow" variant="light">
          {warning}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {`${words}${days.length > 0 ? ` · symbol-days: ${days.join(', ')}` : ''} · data ${hash.slice(0, 16)}`}
      </Text>
      {left_out.length > 0 && (
        <Text size="sm" c="dimmed">
          {`Left out: ${left_out
            .slice(0, 5)
            .map(({ symbol, day, status }) => `${symbol} ${day} (${status})`)
            .join(', ')}${left_out_total > 5 ? ` and ${left_out_total - 5} more` : ''}. `}
          <TextLink to="/admin/market-data">Market data</TextLink>
        </Text>
      )}
    </>
  )
}
