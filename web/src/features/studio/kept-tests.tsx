import { Badge, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BotTest } from '@trading-bot/contract/rest/trading/bot-code'
import { type KeptTest, listBotTests, readBotTest } from '@trading-bot/contract/rest/trading/bot-studio'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

type Props = { botId: string; show: (result: BotTest) => ReactNode }

const COLUMNS: readonly Column<KeptTest>[] = [
  { title: 'Tested', isWhole: true, cell: ({ tested_at }) => formatDateTime(tested_at) },
  { title: 'By', cell: ({ tested_by }) => tested_by ?? 'A removed account' },
  { title: 'Test', cell: ({ test_type }) => (test_type === 'full' ? 'Full' : 'Quick') },
  { title: 'Code', cell: ({ version }) => (version === null ? 'Not saved' : `Version ${version}`) },
  {
    title: 'Result',
    cell: ({ success }) => (
      <Badge variant="light" color={success ? 'brand' : 'red'}>
        {success ? 'Passed' : 'Failed'}
      </Badge>
    ),
  },
]

/** Earlier tests of the bot; each can be read again in full. */
export function KeptTests({ botId, show }: Props) {
  const tests = useQuery(queryOf(listBotTests, { id: botId }))
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Stack gap="sm" component="section" aria-label="Earlier tests">
      <Title order={3}>Earlier tests</Title>
      <Loaded
        query={tests}
        skeleton={<Skeleton h={120} />}
        empty={
          <Text size="sm" c="dimmed">
            Every test of this bot is kept here with its whole result.
          </Text>
        }
      >
        {(rows) => (
          <DataTable
            name="Earlier tests"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => setOpen(id === open ? null : id)}
          />
        )}
      </Loaded>
      {open !== null && <OpenTest botId={botId} testId={open} show={show} />}
    </Stack>
  )
}

function OpenTest({ botId, testId, show }: Props & { testId: string }) {
  const test = useQuery(queryOf(readBotTest, { id: botId, test_id: testId }))
  return (
    <Loaded query={test} skeleton={<Skeleton h={200} />}>
      {({ result, test: { tested_at } }) => (
        <Stack gap="xs" component="section" aria-label="Earlier test">
          <Title order={4}>{`Test of ${formatDateTime(tested_at)}`}</Title>
          {show(result)}
        </Stack>
      )}
    </Loaded>
  )
}
