import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readMarketSession } from '@trading-bot/contract/rest/trading/calendar'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useOfflineSince } from '../../lib/queries/use-offline-since.ts'
import { useIsStreamConnected } from '../../lib/event-stream/use-event-stream.ts'
import classes from './market-status.module.css'

const REFRESH_MS = 60_000
// Slightly after the change, so that the server's clock has passed it as well.
const SOON_AFTER_MS = 500

/** Whether the market is open, and whether the event stream is connected. */
export function MarketStatus() {
  const isStreaming = useIsStreamConnected()
  const isLive = useOfflineSince() === null && isStreaming
  const { data: session } = useQuery({
    ...queryOf(readMarketSession, {}),
    refetchInterval: ({ state }) => nextReadMs(state.data),
    retry: false,
  })
  if (!session) return null
  const place = session.is_simulated ? 'Demo market' : 'Market'
  return (
    <Group component="output" gap={6} wrap="nowrap" aria-label="Market" title={session.note}>
      <span className={classes['dot']} data-open={session.is_open && isLive} aria-hidden />
      <Text size="xs" c="dimmed" className={classes['words']}>
        {`${place} ${session.is_open ? 'open' : 'closed'} · ${isLive ? 'Connected' : 'Disconnected'}`}
      </Text>
    </Group>
  )
}

/** Reads again when the market opens or closes, and every minute in between, because the hours may be edited. */
function nextReadMs(session: CallAnswer<typeof readMarketSession> | undefined): number {
  const changesAt = session?.closes_at ?? session?.opens_at
  const waitMs = changesAt ? Date.parse(changesAt) - Date.now() + SOON_AFTER_MS : REFRESH_MS
  return waitMs > 0 ? Math.min(waitMs, REFRESH_MS) : REFRESH_MS
}
