import { Alert, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { HistoryRuns } from '@trading-bot/contract/rest/trading/history-runs'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { HistoryResult } from './history-result.tsx'
import type { RunCalls } from './run-calls.ts'
import { WalkThrough } from './walk-through.tsx'

const POLL_MS = 700

type Props = {
  calls: RunCalls
  /** Of the bot, or of the plan. */
  id: string
  renderStart: (runs: HistoryRuns, onStarted: (runId: string) => void) => ReactNode
}

/** Starts runs, follows the one under way, and keeps the results. */
export function HistoryDesk({ calls, id, renderStart }: Props) {
  const runs = useQuery({
    ...queryOf(calls.list, { id }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? POLL_MS : false),
  })
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Loaded query={runs} skeleton={<Skeleton h={320} radius="lg" />}>
      {(found) => {
        const shownId = openId ?? found.runs[0]?.id
        return (
          <Stack gap="xl">
            {renderStart(found, setOpenId)}
            {shownId !== undefined && <ShownRun key={shownId} calls={calls} id={id} runId={shownId} />}
            <RunList runs={found} onOpen={setOpenId} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function ShownRun({ calls, id, runId }: Pick<Props, 'calls' | 'id'> & { runId: string }) {
  const run = useQuery({
    ...queryOf(calls.read, { id, run_id: runId }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
  })
  const cancel = useCall(calls.cancel, { refresh: [calls.read, calls.list] })
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
                    onClick={() => cancel.mutate({ id, run_id: runId })}
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
          if (found.walk) return <WalkThrough walk={found.walk} claim={found.claim} />
          return (
            <Alert color={found.state === 'failed' ? 'red' : 'gray'} variant="light">
              {whyNothing(found)}
            </Alert>
          )
        }}
      </Loaded>
    </section>
  )
}

type Run = HistoryRuns['runs'][number]

function whyNothing({ state, error }: Pick<Run, 'state' | 'error'>): string {
  if (state === 'cancelled') return 'This run was cancelled.'
  return state === 'failed' ? `The run failed. ${error ?? ''}` : (error ?? '')
}

const STATES = {
  queued: 'Waiting',
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<Run['state'], string>

const FACTS: readonly Column<Run>[] = [
  { title: 'Asked for', isWhole: true, cell: ({ created_at }) => formatDateTime(created_at) },
  { title: 'Days', isFigure: true, cell: ({ days }) => days },
  { title: 'State', cell: ({ state }) => STATES[state] },
]
const NET: Column<Run> = { title: 'Net', isFigure: true, cell: ({ net }) => <Profit amount={net} unknown="–" /> }

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
          columns={runs.claim.kind === 'hidden' ? FACTS : [...FACTS, NET]}
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
