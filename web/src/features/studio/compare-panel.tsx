import { Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBotVersions, readBotVersion } from '@trading-bot/contract/rest/trading/bot-code'
import { diffLines } from '@trading-bot/core/diff-lines'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { DiffView } from '../../ui/code-editor/diff-view.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

type Props = { botId: string; code: string; newest: number }

/** The code in the editor against any version. */
export function ComparePanel({ botId, code, newest }: Props) {
  const versions = useQuery(queryOf(listBotVersions, { id: botId }))
  const [chosen, setChosen] = useState<number | null>(null)
  const number = chosen ?? newest
  const version = useQuery(queryOf(readBotVersion, { id: botId, number: String(number) }))
  const choices = (versions.data ?? []).map((each) => ({
    value: String(each.number),
    label: `Version ${each.number} · ${formatDateTime(each.created_at)}${each.is_deployed ? ' · deployed' : ''}`,
  }))
  return (
    <Stack gap="sm" component="section" aria-label="Compare">
      <Group align="flex-end" gap="sm">
        <Select
          label="Compare the editor with"
          w={320}
          allowDeselect={false}
          data={choices}
          value={String(number)}
          onChange={(value) => setChosen(Number(value))}
        />
      </Group>
      <Loaded query={version} skeleton={<Skeleton h={200} />}>
        {(before) => <Difference before={before.code} code={code} number={number} />}
      </Loaded>
    </Stack>
  )
}

function Difference({ before, code, number }: { before: string; code: string; number: number }) {
  const lines = diffLines(before, code)
  const count = (kind: 'added' | 'removed') => lines.filter((line) => line.kind === kind).length
  if (count('added') + count('removed') === 0) {
    return (
      <Text size="sm" c="dimmed">
        {`The code in the editor is that of version ${number}.`}
      </Text>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {`${count('added')} lines added and ${count('removed')} removed since version ${number}.`}
      </Text>
      <DiffView label={`Difference to version ${number}`} lines={lines} />
    </>
  )
}
