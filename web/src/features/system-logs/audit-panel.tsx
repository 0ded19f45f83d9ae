import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auditSentence } from '@trading-bot/contract/audit/audit-sentence'
import { type AuditLine, listAudit } from '@trading-bot/contract/rest/operations/logs'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ChangeDetails } from '../../ui/history/change-details.tsx'
import classes from './logs-panel.module.css'
import { RecordFilters, recordRequest } from './record-filters.tsx'
import { useOlderRows } from './use-older-rows.ts'

const KINDS = {
  '': 'Any',
  user: 'Users',
  'user-bot': 'Bots of users',
  subscription: 'Subscriptions',
  payment: 'Payments',
  'bot-plan': 'Plans',
  bot: 'Bots',
  'kill-switch': 'Kill switches',
  symbol: 'Symbols',
  calendar: 'Market calendar',
  setting: 'Settings',
} as const

/** The audit log in sentences: who did what to whom, and the values before and after. */
export function AuditPanel() {
  const [search, setSearch] = useListSearch()
  const { kind = '', subject = '' } = search
  const options = {
    ...recordRequest(search),
    ...(kind in KINDS && kind && { subject_kind: kind }),
    ...(subject && { subject_id: subject }),
  }
  const audit = useQuery({ ...queryOf(listAudit, options), placeholderData: (before) => before })
  return (
    <>
      <RecordFilters search={search} kinds={KINDS} onChange={setSearch} />
      {subject && (
        <Group mb="md" gap="sm">
          <Text size="sm">Only what was done to one subject.</Text>
          <Button size="xs" variant="default" onClick={() => setSearch({ subject: '' })}>
            Show all
          </Button>
        </Group>
      )}
      <Loaded
        query={audit}
        skeleton={<Skeleton h={420} radius="lg" />}
        empty={
          <EmptyState title="No audit lines found">
            {Object.keys(options).length > 0
              ? 'No line matches these filters.'
              : 'Every change by a user or administrator appears here.'}
          </EmptyState>
        }
      >
        {(lines) => <AuditList key={JSON.stringify(options)} newest={lines} options={options} />}
      </Loaded>
    </>
  )
}

function AuditList({ newest, options }: { newest: AuditLine[]; options: object }) {
  const { rows, more } = useOlderRows(listAudit, options, newest)
  return (
    <Paper radius="lg" className={classes['frame']}>
      <ul className={classes['list']} aria-label="Audit">
        {rows.map((line) => (
          <li key={line.id} className={classes['entry']}>
            <Text size="sm">{auditSentence(line)}</Text>
            <Text size="xs" c="dimmed">
              {[formatDateTime(line.at), line.action, line.address].filter(Boolean).join(' · ')}
            </Text>
            <ChangeDetails before={line.before} after={line.after} />
          </li>
        ))}
        {more.isOffered && (
          <li className={classes['more']}>
            <Button variant="subtle" size="xs" loading={more.isLoading} onClick={more.load}>
              Load older lines
            </Button>
          </li>
        )}
      </ul>
    </Paper>
  )
}
