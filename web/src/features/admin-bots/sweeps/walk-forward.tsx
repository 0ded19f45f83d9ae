import { Text, Title } from '@mantine/core'
import type { SweepReport } from '@trading-bot/contract/rest/trading/bot-config'
import { formatDate } from '../../../lib/format.ts'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'

type Result = NonNullable<SweepReport['walk_forward']>
type Fold = Result['folds'][number]

/** The best pair of each training period, measured on the days that follow it. */
export function WalkForward({ report, result }: { report: SweepReport; result: Result }) {
  const columns: readonly Column<Fold>[] = [
    { title: 'Tried on', cell: ({ from, until }) => `${formatDate(from)} to ${formatDate(until)}` },
    { title: report.x.label, isFigure: true, cell: ({ x }) => x },
    { title: report.y.label, isFigure: true, cell: ({ y }) => y },
    { title: 'Promised per day', isFigure: true, cell: ({ trained_per_day }) => <Profit amount={trained_per_day} /> },
    { title: 'Kept per day', isFigure: true, cell: ({ validated_per_day }) => <Profit amount={validated_per_day} /> },
  ]
  return (
    <div>
      <Title order={4} mb="xs">
        Walk-forward
      </Title>
      <DataTable name="Walk-forward" columns={columns} rows={result.folds} rowKey={({ from }) => from} />
      <Text size="sm" mt="xs">
        On average the choice promised <Profit amount={result.trained_per_day} /> a day and kept{' '}
        <Profit amount={result.validated_per_day} />. The further apart, the more the parameters were fitted to noise.
      </Text>
    </div>
  )
}
