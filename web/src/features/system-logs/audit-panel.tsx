import { Button, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AuditLine, listAudit } from '@trading-bot/contract/rest/operations/logs'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useFailureToast } from '../../lib/notifications/use-failure-toast.ts'
import { ChangeDetails } from '../../ui/history/change-details.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import classes from './logs-panel.module.css'
import { useOlderRows } from './use-older-rows.ts'

/** The audit log: actor, action, subject, and the values before and after. */
export function AuditPanel() {
  const audit = useQuery(queryOf(listAudit, {}))
  useFailureToast(audit, 'Failed to load the audit')
  return (
    <Loaded
      query={audit}
      skeleton={<Skeleton h={420} radius="lg" />}
      empty={
        <EmptyState title="Nothing was done yet">Every change by a user or administrator appears here.</EmptyState>
      }
    >
      {(lines) => <AuditList newest={lines} />}
    </Loaded>
  )
}

function AuditList({ newest }: { newest: AuditLine[] }) {
  const { rows, more } = useOlderRows(listAudit, {}, newest)
  return (
    <Paper radius="lg" className={classes['frame']}>
      <ul className={classes['list']} aria-label="Audit">
        {rows.map(({ id, at, action, actor, subject, before, after, address }) => (
          <li key={id} className={classes['entry']}>
            <Text size="sm" fw={600}>
              {action}
            </Text>
            <Text size="xs" c="dimmed">
              {[formatDateTime(at), actor?.email ?? 'the platform', `${subject.kind} ${subject.id}`, address]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <ChangeDetails before={before} after={after} />
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
