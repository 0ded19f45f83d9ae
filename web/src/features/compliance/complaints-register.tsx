import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Complaint,
  listComplaints,
  COMPLAINT_CATEGORY_WORDS,
} from '@trading-bot/contract/rest/operations/complaints'
import { useState } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { AddIcon } from '../../ui/icons.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { AnswerComplaintDrawer } from './answer-complaint-drawer.tsx'
import { CHANNEL_WORDS } from './channel-words.ts'
import { EvidenceButton } from './evidence-button.tsx'
import { RecordComplaintModal } from './record-complaint-modal.tsx'

const PAGE_SIZE = 20

const COLUMNS: readonly Column<Complaint>[] = [
  { title: 'No.', isWhole: true, cell: ({ number }) => `No. ${number}` },
  {
    title: 'From',
    cell: ({ name, channel, received_at }) => (
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">{`${CHANNEL_WORDS[channel]}, ${formatDate(received_at)}`}</Text>
      </div>
    ),
  },
  { title: 'About', cell: ({ category }) => COMPLAINT_CATEGORY_WORDS[category] },
  {
    title: 'Complaint',
    isNote: true,
    cell: ({ text }) => (
      <Text size="sm" lineClamp={2}>
        {text}
      </Text>
    ),
  },
  {
    title: 'Answer',
    cell: ({ answered_at, due_at, is_overdue }) =>
      answered_at === null ? (
        <Badge variant="light" color={is_overdue ? 'red' : 'yellow'} flex="none" miw="max-content">
          {`${is_overdue ? 'Overdue since' : 'Due by'} ${formatDate(due_at)}`}
        </Badge>
      ) : (
        `Answered ${formatDateTime(answered_at)}`
      ),
  },
]

/** What waits for an answer first, by when it is due. */
export function ComplaintsRegister() {
  const [search, change] = useListSearch()
  const page = Math.max(1, Math.trunc(Number(search['page'] ?? 1)) || 1)
  const complaints = useQuery(queryOf(listComplaints, { page, page_size: PAGE_SIZE }))
  const [isRecording, setRecording] = useState(false)
  const [opened, setOpened] = useState<Complaint | null>(null)
  return (
    <>
      <Loaded query={complaints} skeleton={<Skeleton h={320} radius="lg" />}>
        {({ count, open, overdue, results }) => (
          <Stack gap="md">
            <Group justify="space-between" gap="sm">
              <Text size="sm">{`${count} in the register, ${open} waiting for an answer, ${overdue} overdue.`}</Text>
              <Group gap="xs">
                <Button variant="default" leftSection={<AddIcon size={16} />} onClick={() => setRecording(true)}>
                  Enter a complaint
                </Button>
                <EvidenceButton name="complaints" />
              </Group>
            </Group>
            {count === 0 ? (
              <EmptyState title="No complaints">
                Traders complain on their own page; what comes by mail, telephone or letter is entered here.
              </EmptyState>
            ) : (
              <>
                <DataTable
                  name="Complaints"
                  columns={COLUMNS}
                  rows={results}
                  rowKey={({ id }) => id}
                  onOpen={setOpened}
                />
                <Pager
                  name="Pages of complaints"
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={count}
                  onPage={(next) => change({ page: next === 1 ? undefined : String(next) })}
                />
              </>
            )}
          </Stack>
        )}
      </Loaded>
      {isRecording && <RecordComplaintModal onClose={() => setRecording(false)} />}
      {opened && <AnswerComplaintDrawer complaint={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
