import { Alert, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Claim } from '@trading-bot/contract/rest/trading/claims'
import type { Walk } from '@trading-bot/contract/rest/trading/history-runs'
import { describeReason } from '@trading-bot/core/describe-reason'
import { lazy, Suspense } from 'react'
import { formatDate, formatTime } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const WalkChart = lazy(async () => ({ default: (await import('./walk-chart.tsx')).WalkChart }))

type Decision = Walk['decisions'][number]

const COLUMNS: readonly Column<Decision>[] = [
  { title: 'Time', isWhole: true, cell: ({ at }) => formatTime(at) },
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  { title: 'Decision', cell: decisionWords },
  { title: 'Reason', isNote: true, cell: ({ reason }) => describeReason(reason) },
]

/** How the bot decides, on one day: what it did and why, and nothing about what that brought. */
export function WalkThrough({ walk, claim }: { walk: Walk; claim: Claim }) {
  const { day, symbol, rule, market, candles, decisions } = walk
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="lg">
        <div>
          <Title order={2} size="h3">{`How it decides: ${formatDate(`${day}T00:00:00Z`)}`}</Title>
          <Text size="sm" c="dimmed">
            {market}
          </Text>
        </div>
        {claim.sentence !== null && (
          <Alert color="blue" variant="light">
            {claim.sentence}
          </Alert>
        )}
        <div>
          <Title order={3} mb="xs">
            Its rule
          </Title>
          <Text size="sm">{rule}</Text>
        </div>
        {candles.length > 0 && (
          <Suspense fallback={<Skeleton h={330} radius="md" />}>
            <WalkChart symbol={symbol} candles={candles} decisions={decisions} />
          </Suspense>
        )}
        <div>
          <Title order={3} mb="xs">
            Decisions
          </Title>
          {decisions.length === 0 ? (
            <Text size="sm" c="dimmed">
              The bot took no position on this day. Choose another one.
            </Text>
          ) : (
            <DataTable
              name="Decisions"
              columns={COLUMNS}
              rows={decisions}
              rowKey={({ at, kind, symbol: of }) => `${of} ${at} ${kind}`}
            />
          )}
        </div>
      </Stack>
    </Paper>
  )
}

function decisionWords({ kind, side }: Decision): string {
  return `${kind === 'ENTRY' ? 'Enters' : 'Leaves'} ${side === 'LONG' ? 'long' : 'short'}`
}
