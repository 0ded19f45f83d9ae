import { Alert, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Engine, listEngines } from '@trading-bot/contract/rest/operations/engines'
import { formatNumber } from '@trading-bot/core/format-number'
import { errorText } from '../../lib/api/error-text.ts'
import { formatClock, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const REFRESH_MS = 3_000

const COLUMNS: readonly Column<Engine>[] = [
  { title: 'Engine', cell: ({ name, zone }) => (zone ? `${name}, ${zone}` : name) },
  { title: 'Capacity', isFigure: true, cell: ({ capacity }) => capacity },
  { title: 'Shards', isFigure: true, cell: shardsOf },
  { title: 'Running bots', isFigure: true, cell: ({ bots }) => formatNumber(bots) },
  { title: 'Last sign of life', isFigure: true, cell: ({ silent_ms }) => `${(silent_ms / 1000).toFixed(1)} s ago` },
  {
    title: 'Last takeover (India)',
    isWhole: true,
    cell: ({ last_takeover_at }) => (last_takeover_at ? formatDateTime(last_takeover_at) : 'None'),
  },
  { title: 'Own addresses', isNote: true, cell: ({ addresses }) => addresses.join(', ') || 'None' },
]

/** Who trades: every bot belongs to a shard, and every shard to one engine. */
export function EnginesPanel() {
  const query = useQuery({ ...queryOf(listEngines, {}), refetchInterval: REFRESH_MS })
  return (
    <Loaded query={query} skeleton={<Skeleton h={320} radius="lg" />} explain={errorText}>
      {({ engines, shards, unheld_shards, unheld_bots, last_takeover_at }) => (
        <Stack gap="lg">
          {unheld_shards > 0 && (
            <Alert color={unheld_bots > 0 ? 'red' : 'yellow'} variant="light" title="Shards without an engine">
              {unheldSentence(unheld_shards, unheld_bots)}
            </Alert>
          )}
          <StatCards
            items={[
              { label: 'Engines', value: String(engines.length) },
              { label: 'Shards held', value: `${shards - unheld_shards} of ${shards}` },
              { label: 'Last takeover', value: last_takeover_at ? formatDateTime(last_takeover_at) : 'None' },
            ]}
          />
          {engines.length === 0 ? (
            <EmptyState title="No engine runs">
              Bots are not traded and open positions are not watched. Start a process with ROLE=engine, or npm start.
            </EmptyState>
          ) : (
            <DataTable name="Engines" columns={COLUMNS} rows={engines} rowKey={({ number }) => String(number)} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function shardsOf({ shards, rests_until }: Engine): string {
  return rests_until ? `${shards}, rests until ${formatClock(rests_until)}` : String(shards)
}

function unheldSentence(shards: number, bots: number): string {
  const traded = bots === 0 ? 'No running bot is in them.' : `${formatNumber(bots)} running bots are not traded.`
  return `${shards} of the shards have no engine. ${traded} An engine that lives takes them within seconds.`
}
