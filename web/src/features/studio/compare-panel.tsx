import { Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBotVersions, readBotVersion } from '@trading-bot/contract/rest/trading/bot-code'
import { allFiles, type Source } from '@trading-bot/contract/rest/trading/code-files'
import { diffFiles } from '@trading-bot/core/diff-files'
import type { DiffLine } from '@trading-bot/core/diff-lines'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { DiffView } from '../../ui/code-editor/diff-view.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

type Props = { botId: string; source: Source; newest: number }

/** The code in the editor against any version. */
export function ComparePanel({ botId, source, newest }: Props) {
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
        {(before) => <Difference before={before} source={source} number={number} />}
      </Loaded>
    </Stack>
  )
}

function Difference({ before, source, number }: { before: Source; source: Source; number: number }) {
  const files = diffFiles(allFiles(before), allFiles(source)).filter(({ lines }) => lines.some(isChange))
  const count = (kind: 'added' | 'removed') =>
    files.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0)
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
      {files.map(({ file, lines }) => (
        <Stack key={file} gap={4}>
          <Text size="sm" ff="monospace">
            {file}
          </Text>
          <DiffView label={`Difference to version ${number}, ${file}`} lines={lines} />
        </Stack>
      ))}
    </>
  )
}

function isChange({ kind }: DiffLine): boolean {
  return kind !== 'same'
}
