import { Text, Title } from '@mantine/core'
import { formatDate } from '../../../lib/format.ts'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'

type Fold = {
  readonly from: string
  readonly until: string
  readonly trained_per_day: number
  readonly validated_per_day: number
}

type Props<F extends Fold> = {
  result: { readonly folds: readonly F[]; readonly trained_per_day: number; readonly validated_per_day: number }
  /** What did best in the training period of a fold. */
  chosen: readonly Column<F>[]
}

/** The best choice of each training period, measured on the days that follow it. */
export function WalkForward<F extends Fold>({ result, chosen }: Props<F>) {
  const columns: readonly Column<F>[] = [
    { title: 'Test period', cell: ({ from, until }) => `${formatDate(from)} to ${formatDate(until)}` },
    ...chosen,
    { title: 'In-sample per day', isFigure: true, cell: ({ trained_per_day }) => <Profit amount={trained_per_day} /> },
    {
      title: 'Out-of-sample per day',
      isFigure: true,
      cell: ({ validated_per_day }) => <Profit amount={validated_per_day} />,
    },
  ]
  return (
    <div>
      <Title order={4} mb="xs">
        Walk-forward
      </Title>
      <DataTable name="Walk-forward" columns={columns} rows={result.folds} rowKey={({ from }) => from} />
      <Text size="sm" mt="xs">
        On average <Profit amount={result.trained_per_day} /> a day in sample and{' '}
        <Profit amount={result.validated_per_day} /> out of sample. The further apart, the more the parameters were
        fitted to noise.
      </Text>
    </div>
  )
}
