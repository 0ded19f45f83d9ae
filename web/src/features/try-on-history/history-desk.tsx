import { Alert, Button, Group, Paper, Progress, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import {
  cancelHistoryRun,
  type HistoryRuns,
  listHistoryRuns,
  readHistoryRun,
  startHistoryRun,
} from '@trading-bot/contract/rest/trading/history-runs'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { HistoryResult } from './history-result.tsx'

const POLL_MS = 700
const DAYS = ['10', '30', '60', '180', '365']

/** Starts runs, follows the one under way, and keeps the results. */
export function HistoryDesk({ bot }: { bot: Bot }) {
  const runs = useQuery({
    ...queryOf(listHistoryRuns, { id: bot.id }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? POLL_MS : false),
  })
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Loaded query={runs} skeleton={<Skeleton h={320} radius="lg" />}>
      {(found) => {
        const shownId = openId ?? found.runs[0]?.id
        return (
          <Stack gap="xl">
            <StartRun bot={bot} runs={found} onStarted={setOpenId} />
            {shownId !== undefined && <ShownRun key={shownId} botId={bot.id} runId={shownId} />}
            <RunList runs={found} onOpen={setOpenId} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function StartRun({ bot, runs, onStarted }: { bot: Bot; runs: HistoryRuns; onStarted: (id: string) => void }) {
  const [days, setDays] = useState('30')
  const { most, used, renews_at } = runs
  const start = useCall(startHistoryRun, { refresh: [listHistoryRuns], onDone: ({ id }) => onStarted(id) })
  const symbols = bot.symbols.length > 2 ? `${bot.symbols.length} symbols` : bot.symbols.join(', ')
  const isSpent = used >= most
  return (
    <Paper component="section" aria-label="New run" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="md">
        <Text size="sm">
          {`${bot.name}, version ${bot.strategy.version}: ${symbols} with ${formatRupees(bot.capital_amount)}, within the limits it has now.`}
        </Text>
        <div>
          <Text size="sm" fw={500} mb={4} id="history-days">
            Days
          </Text>
          <SegmentedControl aria-labelledby="history-days" data={DAYS} value={days} onChange={setDays} />
        </div>
        <Group gap="md">
          <Button
            loading={start.isPending}
            disabled={isSpent}
            onClick={() => start.mutate({ id: bot.id, days: Number(days) })}
          >
            Run on history
          </Button>
          <Text size="sm" c="dimmed">
            {most === 0
              ? 'Your plan does not include runs on history.'
              : `${used} of ${most} runs used this month. The count starts again on ${formatDate(renews_at)}.`}
          </Text>
        </Group>
      </Stack>
    </Paper>
  )
}

function ShownRun({ botId, runId }: { botId: string; runId: string }) {
  const run = useQuery({
    ...queryOf(readHistoryRun, { id: botId, run_id: runId }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
  })
  const cancel = useCall(cancelHistoryRun, { refresh: [readHistoryRun, listHistoryRuns] })
  return (
    <section aria-label="Result">
      <Loaded query={run} skeleton={<Skeleton h={320} radius="lg" />}>
        {(found) => {
          if (isUnderWay(found))
            return (
              <Paper p={{ base: 'md', sm: 'lg' }} radius="lg">
                <Group justify="space-between" mb="xs">
                  <Text size="sm">
                    {found.state === 'queued' ? 'Waiting for its turn …' : `Running: ${found.progress} %`}
                  </Text>
                  <Button
                    variant="default"
                    size="xs"
                    loading={cancel.isPending}
                    onClick={() => cancel.mutate({ id: botId, run_id: runId })}
                  >
                    Cancel
                  </Button>
                </Group>
                <Progress value={found.progress} aria-label="Progress of the run" animated />
                <Text size="xs" c="dimmed" mt="xs">
                  You may leave this page; the run goes on.
                </Text>
              </Paper>
            )
          if (found.report) return <HistoryResult run={found} report={found.report} />
          return (
            <Alert color={found.state === 'cancelled' ? 'gray' : 'red'} variant="light">
              {found.state === 'cancelled' ? 'This run was cancelled.' : `The run failed. ${found.error ?? ''}`}
            </Alert>
          )
        }}
      </Loaded>
    </section>
  )
}

type Run = HistoryRuns['runs'][number]

const STATES = {
  queued: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<Run['state'], string>

const COLUMNS: readonly Column<Run>[] = [
  { title: 'Asked for', isWhole: true, cell: ({ created_at }) => formatDateTime(created_at) },
  { title: 'Days', isFigure: true, cell: ({ days }) => days },
  { title: 'State', cell: ({ state }) => STATES[state] },
  { title: 'Net', isFigure: true, cell: ({ net }) => <Profit amount={net} unknown="–" /> },
]

function RunList({ runs, onOpen }: { runs: HistoryRuns; onOpen: (id: string) => void }) {
  return (
    <section aria-label="Your runs">
      <Title order={2} size="h3" mb="sm">
        Your runs
      </Title>
      {runs.runs.length === 0 ? (
        <EmptyState title="No runs yet">Results stay here for 90 days.</EmptyState>
      ) : (
        <DataTable
          name="Your runs"
          columns={COLUMNS}
          rows={runs.runs}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
        />
      )}
    </section>
  )
}

function isUnderWay({ state }: Pick<Run, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
