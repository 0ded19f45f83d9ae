import { Alert, Box, Button, Group, Loader, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { isServerAway } from '../../lib/api/api-failure.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { SERVER_AWAY_NOTE } from '../../lib/queries/use-server-away.ts'
import { ErrorIcon } from '../../ui/icons.ts'

/** A spinner until the figures are loaded, out of the flow so that nothing moves; a box when they cannot be. */
export function FiguresState({ query }: { query: UseQueryResult }) {
  if (query.isPending) {
    return (
      <Box component="output" aria-label="Loading the dashboard" pos="fixed" top={72} left="50%">
        <Loader size="sm" />
      </Box>
    )
  }
  if (!query.isError) return null
  const isAway = isServerAway(query.error)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<ErrorIcon />}
      title="Error loading dashboard data"
      mb="lg"
      role="alert"
      {...(isAway && { 'data-tells-server-away': true })}
    >
      <Group justify="space-between">
        <Text size="sm">{`${errorText(query.error)} ${isAway ? SERVER_AWAY_NOTE : 'Your bots are not affected.'}`}</Text>
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
