import { Alert, Box, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readClosing } from '@trading-bot/contract/rest/trading/admin-bots'
import { SECOND_MS } from '@trading-bot/core/time'
import { formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'

const WHILE_CLOSING_MS = 2 * SECOND_MS
const OTHERWISE_MS = 30 * SECOND_MS

/** After a stop: how many positions are still being closed, until none is left, and what hinders those that stay. */
export function ClosingLine() {
  const { data } = useQuery({
    ...queryOf(readClosing, {}),
    refetchInterval: ({ state }) => (state.data?.closing ? WHILE_CLOSING_MS : OTHERWISE_MS),
  })
  if (!data || data.closing === 0) return null
  const { closing, held_up } = data
  return (
    <Box component="section" aria-label="Closing positions" mb="lg">
      <Alert color="yellow" variant="light" radius="lg">
        <Text component="output" size="sm" fw={600}>
          {closing === 1 ? '1 position is still being closed' : `${closing} positions are still being closed`}
        </Text>
        {held_up.length > 0 && (
          <List size="sm" mt="xs">
            {held_up.map(({ symbol, bot_name, username, since, reason }) => (
              <List.Item key={`${username} ${bot_name} ${symbol} ${since}`}>
                {`${symbol} of ${bot_name} (${username}), asked for on ${formatDateTime(since)}. ${reason}`}
              </List.Item>
            ))}
          </List>
        )}
      </Alert>
    </Box>
  )
}
