import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAllTrades, listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import { queryOf } from '../../../lib/queries/query-of.ts'

const POLL_MS = 10_000

/**
 * The newest trades: the user's own, or all trades for an administrator. Polled every ten seconds; a pushed event
 * invalidates the same query at once, because the key begins with the call's path.
 */
export function useTradeFeed(isAdmin: boolean, limit: number) {
  const spec = isAdmin ? queryOf(listAllTrades, { limit }) : queryOf(listOwnTrades, { limit })
  return useQuery({
    ...spec,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
  })
}
