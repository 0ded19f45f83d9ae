import { Stack, Text } from '@mantine/core'
import type { SubscriptionDetail } from '@trading-bot/contract/rest/billing/subscription-reports'
import { auditSentence } from '@trading-bot/contract/audit/audit-sentence'
import { formatDateTime } from '../../lib/format.ts'
import { ChangeDetails } from './change-details.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

type Props = {
  lines: SubscriptionDetail['history']
  /** The screen's title for each action. */
  titles?: Readonly<Record<string, string>>
}

/** Who did what and when, from the audit log. */
export function HistoryList({ lines, titles = {} }: Props) {
  if (lines.length === 0) return <EmptyState title="No history">Every change is recorded here.</EmptyState>
  return (
    <Stack gap="sm">
      {lines.map(({ id, at, action, actor, before, after }) => (
        <div key={id}>
          <Text size="sm" fw={600}>
            {titles[action] ?? auditSentence({ action, actor, subject: subjectOf(action), before, after, names: {} })}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(at)} · {actor?.email ?? 'the platform'}
          </Text>
          <ChangeDetails before={before} after={after} />
        </div>
      ))}
    </Stack>
  )
}

/** The list is about one subject, so that its kind says enough: "a payment". */
function subjectOf(action: string) {
  return { kind: action.split('.')[0] ?? '', id: '' }
}
