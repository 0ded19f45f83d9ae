import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '../../lib/api/error-text.ts'

/** A list that could not be read. What the bot does does not depend on it. */
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
