import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { isServerAway } from '../../lib/api/api-failure.ts'
import { errorText } from '../../lib/api/error-text.ts'

/** Shown when a list could not be loaded. The bot itself is not affected. */
export function ListLoadError({ query }: { query: UseQueryResult }) {
  // The shell says on every screen that the server does not answer.
  const isAway = isServerAway(query.error)
  return (
    <Group justify="space-between" py="sm" role={isAway ? 'status' : 'alert'}>
      <Text size="sm">{isAway ? 'Not loaded yet.' : `${errorText(query.error)} Your bot and its orders go on.`}</Text>
      <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Group>
  )
}
