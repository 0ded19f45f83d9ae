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
import { useIsLive } from '../../lib/event-stream/use-event-stream.ts'

/** What a change of a bot makes stale. */
export const BOT_READS = [readParticipation, listBots, readBotStats, listBotPositions, listBotOrders] as const

// Prices move without an order: what is held is read often. The rest is pushed, and asked for where nothing is.
const PRICES_MS = 5_000
const PUSHED_MS = 30_000
const ASKED_MS = 10_000

function usePollMs(): number {
  return useIsLive() ? PUSHED_MS : ASKED_MS
}

export function useParticipation() {
  return useQuery({ ...queryOf(readParticipation, {}), refetchInterval: usePollMs() })
}

export function usePositions(bots: readonly Bot[]) {
  const queries = useQueries({
    queries: bots.map(({ id }) => ({ ...queryOf(listBotPositions, { id }), refetchInterval: PRICES_MS })),
  })
  return together(queries)
}

export function useTodaysOrders(bots: readonly Bot[]) {
  const pollMs = usePollMs()
  const queries = useQueries({
    queries: bots.map(({ id }) => ({ ...queryOf(listBotOrders, { id }), refetchInterval: pollMs })),
  })
  return together(queries)
}

/** Several lists as one: there when all are there, failed when one is. */
function together<Row>(queries: readonly UseQueryResult<Row[]>[]) {
  return {
    rows: queries.flatMap(({ data }) => data ?? []),
    isPending: queries.some(({ isPending }) => isPending),
    failed: queries.find(({ isError, data }) => isError && data === undefined),
  }
}
