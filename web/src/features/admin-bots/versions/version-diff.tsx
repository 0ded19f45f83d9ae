import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readBotVersion } from '@trading-bot/contract/rest/trading/bot-code'
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
        {({ diff, code }) => {
          const isFirst = diff.length === 0
          const lines = isFirst ? code.split('\n').map((line) => ({ kind: 'same' as const, line })) : diff
          const changed = diff.filter(({ kind }) => kind !== 'same').length
          return (
            <>
              <Text size="sm" c="dimmed">
                {isFirst ? 'The first version.' : `${changed} lines differ from version ${number - 1}.`}
              </Text>
              <DiffView label={`Difference of version ${number}`} lines={lines} isPlain={isFirst} />
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
