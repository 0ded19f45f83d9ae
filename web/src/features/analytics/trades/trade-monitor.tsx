import { Alert, Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import { MOST_LISTED } from '@trading-bot/contract/rest/trading/trade-filters'
import { formatNumber } from '@trading-bot/core/format-number'
import { isServerAway } from '../../../lib/api/api-failure.ts'
import { formatClock } from '../../../lib/format.ts'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorIcon } from '../../../ui/icons.ts'
import { PastTheEnd } from '../../../ui/tables/past-the-end.tsx'
import { Pager } from '../../../ui/tables/pager.tsx'
import { TradeFilters } from './trade-filters.tsx'
import { TradeTable } from './trade-table.tsx'
import { useTradeFeed } from './use-trade-feed.ts'
import { type TradeSearch, useTradeSearch } from './use-trade-search.ts'

const PAGE_SIZE = 25

type Props = { isAdmin: boolean; onOpen: (id: string) => void }

const BOT_COLUMN: Column<FeedTrade> = { title: 'Bot', cell: ({ bot }) => bot.name }
const USER_COLUMN: Column<FeedTrade> = { title: 'User', cell: ({ user }) => user?.email ?? '–' }
const OWN_COLUMNS = [BOT_COLUMN]
const ALL_COLUMNS = [BOT_COLUMN, USER_COLUMN]

const typeOf = ({ order_type }: FeedTrade) => order_type
const timeOf = ({ created_at }: FeedTrade) => created_at

/** Trades as they arrive; filters, order and page are kept in the URL. */
export function TradeMonitor({ isAdmin, onOpen }: Props) {
  const search = useTradeSearch()
  const { filters, page, sort, order } = search
  const feed = useTradeFeed(isAdmin, { ...filters, page, sort, order, limit: PAGE_SIZE })
  const rows = feed.data?.list
  const total = feed.data?.totals.total ?? rows?.length ?? 0
  return (
    <section aria-label="Real-time trades">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          Real-Time Trades
        </Title>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {feed.dataUpdatedAt > 0 ? `Updated ${formatClock(feed.dataUpdatedAt)}, India time` : 'India time'}
          </Text>
          {!feed.isPending && (
            <Badge variant="light" color={feed.isError ? 'red' : 'green'} component="output">
              {feed.isError ? 'Disconnected' : 'Connected'}
            </Badge>
          )}
        </Group>
      </Group>
      <Stack gap="sm">
        <TradeFilters search={search} />
        {feed.isError && (
          <Alert
            color="red"
            variant="light"
            icon={<ErrorIcon />}
            role="alert"
            {...(isServerAway(feed.error) && { 'data-tells-server-away': true })}
          >
            Failed to fetch trade data
          </Alert>
        )}
        {feed.isPending && <Skeleton h={320} radius="lg" aria-busy="true" data-testid="monitor-loading" />}
        {rows?.length === 0 &&
          (total > 0 ? (
            <PastTheEnd page={page} pageSize={PAGE_SIZE} total={total} onPage={search.showPage} />
          ) : (
            <NoTradesFound search={search} />
          ))}
        {rows && rows.length > 0 && (
          <TradeTable
            name="Real-time trades"
            rows={rows}
            type={typeOf}
            time={timeOf}
            more={isAdmin ? ALL_COLUMNS : OWN_COLUMNS}
            onOpen={onOpen}
            sorting={{ by: sort, order, onSort: search.sortBy }}
          />
        )}
        {total > PAGE_SIZE && rows?.length !== 0 && (
          <Pager name="Pages of trades" page={page} pageSize={PAGE_SIZE} total={total} onPage={search.showPage} />
        )}
        {total >= MOST_LISTED && (
          <Text size="xs" c="dimmed">
            {`The newest ${formatNumber(MOST_LISTED)} trades are listed. Narrow the days to see older ones.`}
          </Text>
        )}
      </Stack>
    </section>
  )
}

function NoTradesFound({ search: { filters } }: { search: TradeSearch }) {
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <EmptyState title="No trades found">
      {isNarrowed
        ? 'No trade matches. Change the filters to see others.'
        : 'Trades will appear here when bots execute orders'}
    </EmptyState>
  )
}
