import { Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auditSentence } from '@trading-bot/contract/audit/audit-sentence'
import { readUserRecords, type UserRecords } from '@trading-bot/contract/rest/operations/user-page'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ChangeDetails } from '../../../ui/history/change-details.tsx'
import { PagePart } from './page-part.tsx'

/** What was recorded about the user: the newest lines of the log, of the audit, and the mails. */
export function RecordsPart({ userId }: { userId: string }) {
  const records = useQuery(queryOf(readUserRecords, { id: userId }))
  return (
    <PagePart title="Records">
      <Loaded query={records} skeleton={<Skeleton h={280} />}>
        {(loaded) => <Records records={loaded} />}
      </Loaded>
    </PagePart>
  )
}

const MAIL_STATES = { queued: 'waiting', sent: 'sent', failed: 'not delivered', kept: 'kept here' } as const

function Records({ records: { audit, logs, mails } }: { records: UserRecords }) {
  return (
    <Tabs defaultValue="audit">
      <Tabs.List mb="md">
        <Tabs.Tab value="audit">Audit ({audit.length})</Tabs.Tab>
        <Tabs.Tab value="logs">Log ({logs.length})</Tabs.Tab>
        <Tabs.Tab value="mails">Mails ({mails.length})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="audit">
        <Lines empty="Nothing was done by or to this user yet.">
          {audit.map((line) => (
            <Line key={line.id} text={auditSentence(line)} note={formatDateTime(line.at)}>
              <ChangeDetails before={line.before} after={line.after} />
            </Line>
          ))}
        </Lines>
      </Tabs.Panel>
      <Tabs.Panel value="logs">
        <Lines empty="No log lines about this user.">
          {logs.map(({ id, message, level, category, created_at, bot }) => (
            <Line
              key={id}
              text={message}
              note={[formatDateTime(created_at), level.toLowerCase(), category, bot?.name].filter(Boolean).join(' · ')}
            />
          ))}
        </Lines>
      </Tabs.Panel>
      <Tabs.Panel value="mails">
        <Lines empty="No mail was sent to this user.">
          {mails.map(({ id, subject, state, created_at, sent_at }) => (
            <Line key={id} text={subject} note={`${formatDateTime(sent_at ?? created_at)} · ${MAIL_STATES[state]}`} />
          ))}
        </Lines>
      </Tabs.Panel>
    </Tabs>
  )
}

function Lines({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  if (children.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return (
    <Stack gap="sm" mah={420} tabIndex={0} component="section" aria-label="Lines" style={{ overflowY: 'auto' }}>
      {children}
    </Stack>
  )
}

function Line({ text, note, children }: { text: string; note: string; children?: ReactNode }) {
  return (
    <div>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
      {children}
    </div>
  )
}
