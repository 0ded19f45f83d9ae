import { Button, Group, Paper, Select, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listLogs, LogCategory, LogLevel } from '@trading-bot/contract/rest/operations/logs'
import { SECOND_MS } from '@trading-bot/core/time'
import { formatNumber } from '@trading-bot/core/format-number'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SubscriptionIcon as RefreshIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { LogEntry } from './log-entry.tsx'
import { RecordFilters, recordRequest } from './record-filters.tsx'
import { useOlderRows } from './use-older-rows.ts'
import classes from './logs-panel.module.css'

const FAILED = 'Failed to load system logs'
const REFRESH_MS = 30 * SECOND_MS
const KINDS = {
  '': 'Any',
  user: 'Users',
  bot: 'Bots',
  trading: 'Trading',
  payment: 'Payments',
  security: 'Security',
  system: 'System',
  aws: 'Machines',
} as const satisfies Record<'' | LogCategory, string>
const LEVELS = ['all', 'info', 'success', 'warning', 'error', 'critical']

export function LogsPanel() {
  const [search, setSearch] = useListSearch()
  const known = LogLevel.safeParse(search['level']?.toUpperCase())
  const category = LogCategory.safeParse(search['kind'])
  const options = {
    ...recordRequest(search),
    ...(known.success && { level: known.data }),
    ...(category.success && { category: category.data }),
  }
  const logs = useQuery({ ...queryOfList(listLogs, options), refetchInterval: REFRESH_MS })
  const totals = logs.data?.totals
  const figure = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value))
  return (
    <>
      <StatCards
        items={[
          { label: 'Total', value: figure(totals?.total), hint: 'All levels' },
          { label: 'Info', value: figure(totals?.info), hint: 'For information' },
          { label: 'Success', value: figure(totals?.success), hint: 'Done as asked' },
          { label: 'Warning', value: figure(totals?.warning), hint: 'Worth a look' },
          { label: 'Error', value: figure(totals && totals.error + totals.critical), hint: 'With critical' },
        ]}
      />
      <Group justify="space-between" mb="md" align="flex-end">
        <Select
          label="Level"
          w={180}
          allowDeselect={false}
          data={LEVELS.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))}
          value={known.success ? known.data.toLowerCase() : 'all'}
          onChange={(level) => setSearch({ level: level === 'all' ? '' : (level ?? '') })}
        />
        <Button
          variant="default"
          leftSection={<RefreshIcon size={16} />}
          loading={logs.isFetching}
          onClick={() => void logs.refetch()}
        >
          Refresh
        </Button>
      </Group>
      <RecordFilters search={search} kinds={KINDS} onChange={setSearch} />
      <Loaded query={logs} skeleton={<Skeleton h={420} radius="lg" />} toast={FAILED}>
        {({ list, totals: counts }) =>
          list.length === 0 ? (
            <EmptyState title="No logs found">
              {Object.keys(options).length > 0
                ? 'No line matches these filters.'
                : 'What the platform does and notices appears here.'}
            </EmptyState>
          ) : (
            <LogList
              key={JSON.stringify(options)}
              newest={list}
              total={known.success ? counts[levelKey(known.data)] : counts.total}
              options={options}
            />
          )
        }
      </Loaded>
    </>
  )
}

function levelKey(level: LogLevel) {
  return level.toLowerCase() as Lowercase<LogLevel>
}

type ListProps = { newest: Parameters<typeof LogEntry>[0]['log'][]; total: number; options: object }

function LogList({ newest, total, options }: ListProps) {
  const { rows, more } = useOlderRows(listLogs, options, newest)
  return (
    <Paper radius="lg" className={classes['frame']}>
      <ul className={classes['list']} aria-label="Logs">
        {rows.map((log) => (
          <LogEntry key={log.id} log={log} />
        ))}
        {more.isOffered && (
          <li className={classes['more']}>
            <Button variant="subtle" size="xs" loading={more.isLoading} onClick={more.load}>
              Load older logs
            </Button>
          </li>
        )}
      </ul>
      <Group justify="space-between" className={classes['foot']}>
        <Text size="xs" c="dimmed">
          Showing {rows.length} of {total} logs
        </Text>
        <Text size="xs" c="dimmed">
          Auto-refresh every 30 seconds
        </Text>
      </Group>
    </Paper>
  )
}
