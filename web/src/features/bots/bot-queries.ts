import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  type Bot,
  listBotOrders,
  listBotPositions,
  listBots,
  readBotStats,
  readParticipation,
} from '@trading-bot/contract/rest/bots'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useIsStreamConnected } from '../../lib/event-stream/use-event-stream.ts'

/** What a change of a bot makes stale. */
export const BOT_QUERIES = [readParticipation, listBots, readBotStats, listBotPositions, listBotOrders] as const

// Prices move without an order: what is held is read often. The rest is pushed, and asked for where nothing is.
const PRICE_POLL_MS = 5_000
const POLL_WITH_STREAM_MS = 30_000
const POLL_WITHOUT_STREAM_MS = 10_000

function usePollMs(): number {
  return useIsStreamConnected() ? POLL_WITH_STREAM_MS : POLL_WITHOUT_STREAM_MS
}

export function useParticipation() {
  return useQuery({ ...queryOf(readParticipation, {}), refetchInterval: usePollMs() })
}

export function usePositions(bots: readonly Bot[]) {
  const queries = useQueries({
    queries: bots.map(({ id }) => ({ ...queryOf(listBotPositions, { id }), refetchInterval: PRICE_POLL_MS })),
  })
  return combineQueries(queries)
}

export function useTodaysOrders(bots: readonly Bot[]) {
  const pollMs = usePollMs()
  const queries = useQueries({
    queries: bots.map(({ id }) => ({ ...queryOf(listBotOrders, { id }), refetchInterval: pollMs })),
  })
  return combineQueries(queries)
}

/** Several lists as one: there when all are there, failed when one is. */
function combineQueries<Row>(queries: readonly UseQueryResult<Row[]>[]) {
  return {
    rows: queries.flatMap(({ data }) => data ?? []),
    isPending: queries.some(({ isPending }) => isPending),
    failed: queries.find(({ isError, data }) => isError && data === undefined),
  }
}
