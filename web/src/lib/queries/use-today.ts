import { useQuery } from '@tanstack/react-query'
import { readToday } from '@trading-bot/contract/rest/trading/dashboards'
import { queryOf } from './query-of.ts'

/** Today's result: the one source of it on every screen. Prices change without an order, so it is polled. */
export function useToday(pollMs: number | (() => number)) {
  return useQuery({ ...queryOf(readToday, {}), refetchInterval: pollMs, retry: false })
}
