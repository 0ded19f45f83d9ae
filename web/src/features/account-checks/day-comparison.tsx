import { Stack, Text } from '@mantine/core'
import type { ComparedLine, DayComparison as Comparison } from '@trading-bot/contract/rest/trading/account-checks'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const COLUMNS: readonly Column<ComparedLine>[] = [
  {
    title: 'Figure',
    cell: ({ what, is_equal }) => (
      <Text span size="sm" fw={is_equal ? 400 : 600}>
        {what}
      </Text>
    ),
  },
  { title: 'Our record', isFigure: true, cell: ({ ours }) => ours },
  { title: 'Broker', isFigure: true, cell: ({ broker }) => broker },
]

/** A day beside the broker's books: in a word if it is equal, with both figures if it is not. */
export function DayComparison({ comparison }: { comparison: Comparison }) {
  const { result, reason, lines, outside_trades } = comparison
  return (
    <Stack gap="xs" data-result={result}>
      <Text size="sm" fw={result === 'different' ? 600 : 400}>
        {result === 'equal' && 'Our record equals the broker’s books.'}
        {result === 'different' && 'Our record differs from the broker’s books.'}
        {result === 'unknown' && `Not compared: ${reason ?? ''}`}
        {outside_trades > 0 &&
          ` ${outside_trades} ${outside_trades === 1 ? 'trade was' : 'trades were'} not made by our orders.`}
      </Text>
      {result === 'different' && (
        <DataTable
          name="Figures that differ"
          columns={COLUMNS}
          rows={lines.filter(({ is_equal }) => !is_equal)}
          rowKey={({ what }) => what}
        />
      )}
    </Stack>
  )
}
