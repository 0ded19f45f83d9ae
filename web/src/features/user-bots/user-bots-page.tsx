import { Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listActiveStrategies } from '@trading-bot/contract/rest/trading/admin-bots'
import { BotStatus, TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { listUserBots } from '@trading-bot/contract/rest/trading/user-bots'
import { SECOND_MS } from '@trading-bot/core/time'
import { formatNumber } from '@trading-bot/core/format-number'
import { pageOf } from '../../lib/page-of.ts'
import { queryOf, queryOfList } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Filter } from '../../ui/tables/filter.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { PastTheEnd } from '../../ui/tables/past-the-end.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import { UserBotDrawer } from './user-bot-drawer.tsx'
import { UserBotsTable } from './user-bots-table.tsx'

const PAGE_SIZE = 20
const COUNTED = {
  running: 'Trading for users now',
  paused: 'Opening nothing new',
  error: 'Stopped by a failure',
  stopped: 'Not started, plan valid',
} as const
const REFRESH_MS = 15 * SECOND_MS

export function UserBotsPage() {
  const [url, setSearch] = useListSearch()
  const { search = '', strategy = '' } = url
  const status = BotStatus.safeParse(url['status'])
  const mode = TradingMode.safeParse(url['mode'])
  const page = pageOf(url['page'])
  const strategies = useQuery(queryOf(listActiveStrategies, {}))
  const names = Object.fromEntries(strategies.data?.strategies.map(({ id, name }) => [id, name]) ?? [])
  const bots = useQuery({
    ...queryOfList(listUserBots, {
      page,
      page_size: PAGE_SIZE,
      ...(search && { search }),
      ...(strategy in names && { strategy_id: strategy }),
      ...(status.success && { status: status.data }),
      ...(mode.success && { mode: mode.data }),
    }),
    // The names decide whether the URL's bot is one: without them the list would show everybody's for a moment.
    enabled: strategy === '' || !strategies.isPending,
    refetchInterval: REFRESH_MS,
  })
  const totals = bots.data?.totals
  const filterBy = (change: Record<string, string>) => setSearch({ ...change, page: '', bot: '' })
  const open = bots.data?.list.find(({ id }) => id === url['bot'])
  return (
    <>
      <PageHeader title="User Bots" subtitle="Who runs which bot, what failed and what it made today." />
      <StatCards
        items={(['running', 'paused', 'error', 'stopped'] as const).map((state) => ({
          label: { running: 'Running', paused: 'Paused', error: 'In error', stopped: 'Stopped' }[state],
          value: totals && formatNumber(totals[state]),
          hint: COUNTED[state],
        }))}
      />
      <Group mb="md" align="flex-end">
        <SearchField
          placeholder="Bot, email or username"
          value={search}
          onSearch={(text) => filterBy({ search: text })}
        />
        <Filter
          label="Status"
          value={url['status'] ?? ''}
          options={{ '': 'Any', running: 'Running', paused: 'Paused', error: 'In error', stopped: 'Stopped' }}
          onChange={(next) => filterBy({ status: next })}
        />
        <Filter
          label="Mode"
          value={url['mode'] ?? ''}
          options={{ '': 'Any', paper: 'Paper', live: 'Live' }}
          onChange={(next) => filterBy({ mode: next })}
        />
        <Filter
          label="Bot"
          value={strategy}
          options={{ '': 'Any', ...names }}
          onChange={(next) => filterBy({ strategy: next })}
        />
      </Group>
      <Loaded query={bots} skeleton={<Skeleton h={480} radius="lg" />}>
        {({ list, totals: { matching } }) => {
          const pages = { page, pageSize: PAGE_SIZE, total: matching }
          const onPage = (next: number) => setSearch({ page: next === 1 ? '' : String(next) })
          if (matching === 0) {
            return (
              <EmptyState title="No bots found">
                {search || url['status'] || url['mode'] || strategy
                  ? 'No bot matches these filters.'
                  : 'A bot appears here when a user sets up a subscription.'}
              </EmptyState>
            )
          }
          if (list.length === 0) return <PastTheEnd {...pages} onPage={onPage} />
          return (
            <>
              <UserBotsTable bots={list} onOpen={({ id }) => setSearch({ bot: id })} />
              <Pager name="Pages of user bots" {...pages} onPage={onPage} />
            </>
          )
        }}
      </Loaded>
      {open && <UserBotDrawer bot={open} onClose={() => setSearch({ bot: '' })} />}
    </>
  )
}
