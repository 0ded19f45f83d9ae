import { Badge, Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readBotStats } from '@trading-bot/contract/rest/trading/bots'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useSession } from '../../lib/session/session.ts'
import { DownloadIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import type { ExportDialogProps } from './export-dialog.tsx'
import { NoTrades } from './no-trades.tsx'
import type { RenderChart } from './trades/trade-drawer.tsx'

const ExportDialog = lazyAhead<ExportDialogProps>(async () => (await import('./export-dialog.tsx')).ExportDialog)

/** One screen on four paths: /trades, /analytics and the same two in the admin area. */
export function TradeAnalyticsPage({ renderChart }: { renderChart: RenderChart }) {
  const session = useSession()
  const [isExporting, setExporting] = useState(false)
  const stats = useQuery(queryOf(readBotStats, {}))
  const isAdmin = session.status === 'signed-in' && session.user.is_admin
  // Drawn in slices, between which the page answers to clicks.
  const known = useDeferredValue(stats.data)
  // Stats that cannot be loaded count as no trades.
  const hasTrades = (known?.total_trades ?? 0) > 0
  const isPending = known === undefined && !stats.isError
  // The same tabs until the figures change, so that they are not drawn again with what stands above them.
  const tabs = useMemo(
    () => <AnalyticsTabs isAdmin={isAdmin} stats={known} renderChart={renderChart} />,
    [isAdmin, known, renderChart],
  )
  return (
    <>
      <PageHeader
        title="Trade Analytics"
        subtitle="Comprehensive analysis of your trading performance and bot activities"
        actions={
          <Group gap="xs">
            <Badge variant="light" color="green" size="lg">
              Live Analytics
            </Badge>
            {(isAdmin || hasTrades) && (
              <Button variant="default" leftSection={<DownloadIcon size={16} />} onClick={() => setExporting(true)}>
                Export
              </Button>
            )}
          </Group>
        }
      />
      {isAdmin || hasTrades ? tabs : isPending ? <Skeleton h={360} radius="lg" aria-busy="true" /> : <NoTrades />}
      {isExporting && (
        <Suspense>
          <ExportDialog isAdmin={isAdmin} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
