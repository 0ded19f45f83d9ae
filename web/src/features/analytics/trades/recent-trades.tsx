import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InTurn } from '../../../ui/layout/in-turn.tsx'
import { TradeTable } from './trade-table.tsx'

type Row = Analytics['recentTrades'][number]
type Props = { trades: readonly Row[] | undefined; onOpen: (id: string) => void }

const typeOf = ({ orderType }: Row) => orderType
const timeOf = ({ timestamp }: Row) => timestamp

const SKELETON = <Skeleton h={320} radius="lg" aria-busy="true" />

/** A row opens the trade with its round trip. */
export function RecentTrades({ trades, onOpen }: Props) {
  return (
    <section aria-label="Recent Trades">
      <Group justify="space-between" mb="sm" align="baseline">
        <Title order={2} size="h3">
          Recent Trades
        </Title>
        <Text size="xs" c="dimmed">
          India time
        </Text>
      </Group>
      {trades === undefined ? (
        SKELETON
      ) : trades.length === 0 ? (
        <EmptyState title="No trades found">Trades will appear here when bots execute orders</EmptyState>
      ) : (
        <InTurn meanwhile={SKELETON}>
          <TradeTable name="Recent Trades" rows={trades} type={typeOf} time={timeOf} onOpen={onOpen} />
        </InTurn>
      )}
    </section>
  )
}
