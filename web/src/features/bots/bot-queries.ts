import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  type Bot,
  listBotOrders,
  listBotPositions,
  listBots,
  readBotStats,
  readParticipation,
} from '@trading-bot/contract/rest/trading/bots'
import { readBotLimits } from '@trading-bot/contract/rest/trading/bot-limits'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { useDeferredValue } from 'react'
import { nextPricePollMs } from '../../lib/queries/next-price-poll.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useIsStreamConnected } from '../../lib/event-stream/use-event-stream.ts'

/** Queries to invalidate after a bot was changed. */
export const BOT_QUERIES = [
  readParticipation,
  listBots,
  readBotStats,
  readBotLimits,
  listBotPositions,
  listBotOrders,
  readToday,
] as const

// Lists are deferred: drawn in slices, between which the page answers to clicks.
//
// Prices change without an order, so positions are polled often. Everything else is pushed by the event stream and
// polled faster without it.
const POLL_WITH_STREAM_MS = 30_000
const POLL_WITHOUT_STREAM_MS = 10_000

function usePollMs(): number {
  return useIsStreamConnected() ? POLL_WITH_STREAM_MS : POLL_WITHOUT_STREAM_MS
}

export function useParticipation() {
  return useQuery({ ...queryOf(readParticipation, {}), refetchInterval: usePollMs() })
}

export function usePositions(bots: readonly Bot[]) {
  const combined = useQueries({
    queries: bots.map(({ id }) => ({ ...queryOf(listBotPositions, { id }), refetchInterval: nextPricePollMs })),
    combine: combineQueries,
  })
  return useDeferredValue(combined)
}

export function useLimits(id: string) {
  return useQuery({ ...queryOf(readBotLimits, { id }), refetchInterval: nextPricePollMs })
}

export function useTodaysOrders(bots: readonly Bot[]) {
  const pollMs = usePollMs()
  const combined = useQueries({
    queries: bots.map(({ id }) => ({ ...queryOf(listBotOrders, { id }), refetchInterval: pollMs })),
    combine: combineQueries,
  })
  return useDeferredValue(combined)
}

/** Combines several lists: loaded when all are loaded, failed when one failed. Until then nothing is shown of them. */
function combineQueries<Row>(queries: readonly UseQueryResult<Row[]>[]) {
  const isPending = queries.some(({ isPending }) => isPending)
  return {
    rows: isPending ? [] : queries.flatMap(({ data }) => data ?? []),
    isPending,
    failed: queries.find(({ isError, data }) => isError && data === undefined),
  }
}
