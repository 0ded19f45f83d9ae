import { Box, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readBotVersion } from '@trading-bot/contract/rest/trading/bot-code'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import classes from './version-diff.module.css'

const SIGN = { same: ' ', added: '+', removed: '−' } as const

/** The difference between a version and the one before it; the first version is shown in full. */
export function VersionDiff({ botId, number }: { botId: string; number: number }) {
  const version = useQuery(queryOf(readBotVersion, { id: botId, number: String(number) }))
  return (
    <Stack gap="xs">
      <Title order={3}>Version {number}</Title>
      <Loaded query={version} skeleton={<Skeleton h={240} />}>
        {({ diff, code }) => {
          const lines = diff.length > 0 ? diff : code.split('\n').map((line) => ({ kind: 'same' as const, line }))
          const changed = diff.filter(({ kind }) => kind !== 'same').length
          return (
            <>
              <Text size="sm" c="dimmed">
                {diff.length > 0 ? `${changed} lines differ from version ${number - 1}.` : 'The first version.'}
              </Text>
              <Box
                component="pre"
                className={classes['diff']}
                tabIndex={0}
                aria-label={`Difference of version ${number}`}
              >
                {lines.map(({ kind, line }, at) => (
                  // Diff lines have no key other than their index.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={at} className={diff.length > 0 ? classes[kind] : undefined} data-kind={kind}>
                    {`${SIGN[kind]} ${line}\n`}
                  </span>
                ))}
              </Box>
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
