import { Alert, Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { listBots, type readBotStats } from '@trading-bot/contract/rest/trading/bots'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { Suspense } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { OverviewTab } from './overview-tab.tsx'
import type { PerformanceTabProps } from './performance-tab.tsx'
import type { RealTimeTabProps } from './real-time-tab.tsx'
import { NO_TRADE_SEARCH } from './trades/use-trade-search.ts'
import type { RenderChart, TradeDrawerProps } from './trades/trade-drawer.tsx'

const PerformanceTab = lazyAhead<PerformanceTabProps>(
  async () => (await import('./performance-tab.tsx')).PerformanceTab,
)
const RealTimeTab = lazyAhead<RealTimeTabProps>(async () => (await import('./real-time-tab.tsx')).RealTimeTab)
const AnalyticsView = lazyAhead<{ onOpen: (id: string) => void }>(
  async () => (await import('./analytics-view.tsx')).AnalyticsView,
)
const TradeDrawer = lazyAhead<TradeDrawerProps>(async () => (await import('./trades/trade-drawer.tsx')).TradeDrawer)

const SKELETON = <Skeleton h={360} radius="lg" aria-busy="true" />

type View = 'overview' | 'performance' | 'real-time' | 'analytics'
const VIEWS: readonly View[] = ['overview', 'performance', 'real-time', 'analytics']
type Props = {
  isAdmin: boolean
  stats: CallAnswer<typeof readBotStats> | undefined
  renderChart: RenderChart
}

/** Three tabs; the analytics view has no tab of its own and is reached by its paths and a link. */
export function AnalyticsTabs({ isAdmin, stats, renderChart }: Props) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [search, setSearch] = useListSearch()
  const openId = search['trade'] || null
  const setOpenId = (id: string | null) => setSearch({ trade: id ?? '' })
  const own = path.endsWith('/analytics') ? 'analytics' : 'overview'
  const view = VIEWS.find((known) => known === search['view']) ?? own
  const show = (next: View) => setSearch({ ...NO_TRADE_SEARCH, view: next === own ? '' : next, period: '' })
  return (
    <>
      <NothingYet />
      {/* Leaving a tab unmounts its panel together with its charts. */}
      <Tabs value={view} onChange={(next) => show(next as View)} keepMounted={false}>
        <Tabs.List mb="lg" aria-label="Trade analytics">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="performance">Performance</Tabs.Tab>
          <Tabs.Tab value="real-time">Real-Time</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab stats={stats} onOpen={setOpenId} onAnalytics={() => show('analytics')} />
        </Tabs.Panel>
        <Tabs.Panel value="performance">
          <Suspense fallback={SKELETON}>
            <FirstBotsPerformance />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="real-time">
          <Suspense fallback={SKELETON}>
            <RealTimeTab isAdmin={isAdmin} onOpen={setOpenId} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {view === 'analytics' && (
        <Suspense fallback={SKELETON}>
          <AnalyticsView onOpen={setOpenId} />
        </Suspense>
      )}
      {openId !== null && (
        <Suspense>
          <TradeDrawer id={openId} renderChart={renderChart} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  )
}

// Two of their own, because the tabs need not be drawn again when the bots arrive.

function NothingYet() {
  const bots = useQuery(queryOf(listBots, {}))
  if (!bots.isSuccess || bots.data.data.length > 0) return null
  return (
    <Alert color="yellow" variant="light" title="No trading activity in the system" mb="lg">
      There are currently no bots or trades in the system. Analytics will appear here once users start creating bots and
      making trades.
    </Alert>
  )
}

function FirstBotsPerformance() {
  const bots = useQuery(queryOf(listBots, {}))
  return <PerformanceTab bot={bots.data?.data[0]} isPending={bots.isPending} />
}
