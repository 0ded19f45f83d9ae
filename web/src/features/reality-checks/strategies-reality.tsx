import { Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listRealityChecks, type StrategyReality } from '@trading-bot/contract/rest/trading/reality-checks'
import { formatNumber } from '@trading-bot/core/format-number'
import { errorText } from '../../lib/api/error-text.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { bpsText, percentText } from './reality-text.ts'

const REFRESH_MS = 60_000

const COLUMNS: readonly Column<StrategyReality>[] = [
  { title: 'Bot', cell: ({ strategy }) => strategy.name },
  { title: 'Agreement', cell: (row) => <Agreement row={row} /> },
  { title: 'Sessions', isFigure: true, cell: ({ sessions }) => sessions },
  { title: 'Users’ bots', isFigure: true, cell: ({ instances }) => formatNumber(instances) },
  { title: 'Slippage', isFigure: true, cell: ({ slippage_bps }) => bpsText(slippage_bps) },
  { title: 'Backtest net', isFigure: true, cell: (row) => <Net row={row} amount={row.replayed_net} /> },
  { title: 'Net', isFigure: true, cell: (row) => <Net row={row} amount={row.net} /> },
]

/** Every bot that traded lately beside a backtest of the same bars, lowest agreement first. */
export function StrategiesReality() {
  const reality = useQuery({ ...queryOf(listRealityChecks, {}), refetchInterval: REFRESH_MS })
  return (
    <section aria-label="Reality check">
      <Title order={2} size="h3" mt="xl" mb={4}>
        Reality check
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        The last ten sessions of each bot beside a backtest of the same bars. Slippage is against the backtest’s fills.
      </Text>
      <Loaded query={reality} skeleton={<Skeleton h={92} radius="lg" />} explain={errorText}>
        {({ strategies }) =>
          strategies.length === 0 ? (
            <EmptyState title="No session checked yet">A session is checked once it is over.</EmptyState>
          ) : (
            <DataTable
              name="Reality check by bot"
              columns={COLUMNS}
              rows={strategies}
              rowKey={({ strategy }) => strategy.id}
            />
          )
        }
      </Loaded>
    </section>
  )
}

/** What is not known is not zero. */
function Net({ row, amount }: { row: StrategyReality; amount: number }) {
  return row.agreement_percent === null ? '–' : <Profit amount={amount} />
}

function Agreement({ row: { agreement_percent, sentence, is_below_threshold } }: { row: StrategyReality }) {
  return (
    <Group gap="xs">
      <Text span size="sm" fw={is_below_threshold ? 600 : 400}>
        {agreement_percent === null ? sentence : percentText(agreement_percent)}
      </Text>
      {is_below_threshold && (
        <Text span size="xs" c="var(--mantine-color-yellow-light-color)">
          Below the threshold
        </Text>
      )}
    </Group>
  )
}
