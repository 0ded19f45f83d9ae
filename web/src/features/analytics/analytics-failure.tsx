import { Alert, Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { isServerAway } from '../../lib/api/api-failure.ts'
import { ErrorIcon } from '../../ui/icons.ts'

type Props = { query: UseQueryResult<unknown>; text?: string }

/** Shown above zeros and empty lists for as long as the figures cannot be loaded. */
export function AnalyticsFailure({ query, text = 'Failed to load analytics data' }: Props) {
  if (!query.isError) return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<ErrorIcon />}
      mb="lg"
      role="alert"
      {...(isServerAway(query.error) && { 'data-tells-server-away': true })}
    >
      <Group justify="space-between">
        <Text size="sm" c="var(--mantine-color-error)">
          {text}
        </Text>
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
