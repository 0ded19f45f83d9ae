import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../lib/api/error-text.ts'

/** Shown when a list could not be loaded. The bot itself is not affected. */
export function ListLoadError({ query }: { query: UseQueryResult }) {
  return (
    <Group justify="space-between" py="sm" role="alert">
      <Text size="sm">{errorText(query.error)} Your bot and its orders go on.</Text>
      <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Group>
  )
}
