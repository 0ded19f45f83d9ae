import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readBotVersion } from '@trading-bot/contract/rest/trading/bot-code'
import { allFiles, type CodeFile } from '@trading-bot/contract/rest/trading/code-files'
import type { FileDiff } from '@trading-bot/core/diff-files'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { DiffView } from '../../../ui/code-editor/diff-view.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'

/** The difference between a version and the one before it; the first version is shown in full. */
export function VersionDiff({ botId, number }: { botId: string; number: number }) {
  const version = useQuery(queryOf(readBotVersion, { id: botId, number: String(number) }))
  return (
    <Stack gap="xs">
      <Title order={3}>Version {number}</Title>
      <Loaded query={version} skeleton={<Skeleton h={240} />}>
        {({ diff, ...source }) => {
          const isFirst = diff.length === 0
          const files = isFirst ? allFiles(source).map(wholeFile) : diff.filter(({ lines }) => changedIn(lines) > 0)
          const changed = diff.reduce((sum, { lines }) => sum + changedIn(lines), 0)
          return (
            <>
              <Text size="sm" c="dimmed">
                {isFirst ? 'The first version.' : `${changed} lines differ from version ${number - 1}.`}
              </Text>
              {files.map(({ file, lines }) => (
                <Stack key={file} gap={4}>
                  <Text size="sm" ff="monospace">
                    {file}
                  </Text>
                  <DiffView label={`Difference of version ${number}, ${file}`} lines={lines} isPlain={isFirst} />
                </Stack>
              ))}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}

function wholeFile({ name, code }: CodeFile): FileDiff {
  return { file: name, lines: code.split('\n').map((line) => ({ kind: 'same', line })) }
}

function changedIn(lines: FileDiff['lines']): number {
  return lines.filter(({ kind }) => kind !== 'same').length
}
