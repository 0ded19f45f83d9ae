import { Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BacktestRun, listBacktests } from '@trading-bot/contract/rest/trading/backtest-runs'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { MOST_LINES } from './equity-chart.tsx'

const STATES = {
  queued: 'Waiting',
  running: 'Running',
  finished: '',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const

const FIRST_RUNS = 5

type Props = {
  botId: string
  onOpen: (id: string) => void
  onCompare: (runs: readonly BacktestRun[]) => void
}

/** The runs of a bot: each can be opened again, and several compared. */
export function BacktestRuns({ botId, onOpen, onCompare }: Props) {
  const runs = useQuery(queryOf(listBacktests, { id: botId }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isWhole, setWhole] = useState(false)
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-MOST_LINES))
  const columns: readonly Column<BacktestRun>[] = [
    {
      title: 'Compare',
      cell: (run) => (
        <Checkbox
          aria-label={`Compare the run of ${formatDateTime(run.created_at)}`}
          checked={chosen.includes(run.id)}
          disabled={run.state !== 'finished'}
          onChange={() => toggle(run.id)}
        />
      ),
    },
    { title: 'Run', cell: (run) => <Run run={run} /> },
    { title: 'Net', isFigure: true, cell: (run) => <Net run={run} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: ({ id, created_at }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Open the run of ${formatDateTime(created_at)}`}
          onClick={() => onOpen(id)}
        >
          Open
        </Button>
      ),
    },
  ]
  return (
    <Stack gap="sm" component="section" aria-label="Runs of this bot">
      <Group justify="space-between">
        <Title order={3}>Runs of this bot</Title>
        {chosen.length > 1 && (
          <Button size="xs" onClick={() => onCompare((runs.data ?? []).filter(({ id }) => chosen.includes(id)))}>
            {`Compare ${chosen.length} runs`}
          </Button>
        )}
      </Group>
      <Loaded
        query={runs}
        skeleton={<Skeleton h={120} />}
        empty={
          <Text size="sm" c="dimmed">
            Every backtest of this bot appears here. Write a note on one to keep it for good.
          </Text>
        }
      >
        {(rows) => (
          <>
            <DataTable
              name="Runs of this bot"
              columns={columns}
              rows={isWhole ? rows : rows.slice(0, FIRST_RUNS)}
              rowKey={({ id }) => id}
            />
            {!isWhole && rows.length > FIRST_RUNS && (
              <Group>
                <Button size="xs" variant="default" onClick={() => setWhole(true)}>
                  {`Show all ${rows.length}`}
                </Button>
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Run({ run }: { run: BacktestRun }) {
  const { version, created_at, from, until, days, symbols, interval, note, slippage_times, has_charges } = run
  const range = from && until ? `${formatDate(from)} to ${formatDate(until)}` : `${days} days`
  const costs = [
    slippage_times !== 1 && (slippage_times === 0 ? 'no slippage' : `slippage × ${slippage_times}`),
    !has_charges && 'no charges',
  ].filter(Boolean)
  const where = symbols.length > 2 ? `${symbols.length} symbols` : symbols.join(', ')
  return (
    <div>
      <Text size="sm" fw={note === '' ? undefined : 600}>
        {note || `${version === null ? 'Unsaved code' : `Version ${version}`}, ${formatDateTime(created_at)}`}
      </Text>
      <Text size="xs" c="dimmed">
        {[
          note && `${version === null ? 'unsaved code' : `version ${version}`}`,
          range,
          where,
          INTERVAL_LABELS[interval],
          ...costs,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  )
}

function Net({ run: { net, state } }: { run: BacktestRun }) {
  return net === null ? (
    <Text size="sm" c="dimmed">
      {STATES[state]}
    </Text>
  ) : (
    <Profit amount={net} />
  )
}
