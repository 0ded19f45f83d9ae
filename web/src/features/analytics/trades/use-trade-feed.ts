import { useQuery } from '@tanstack/react-query'
import { listAllTrades, listOwnTrades } from '@trading-bot/contract/rest/trading/analytics'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { queryOfList } from '../../../lib/queries/query-of.ts'

const POLL_MS = 10_000

/**
 * A page of the user's own trades, or of all trades for an administrator. Polled every ten seconds; a pushed event
 * invalidates the same query at once, because the key begins with the call's path.
 */
export function useTradeFeed(isAdmin: boolean, wanted: CallRequest<typeof listOwnTrades>) {
  return useQuery({
    ...(isAdmin ? queryOfList(listAllTrades, wanted) : queryOfList(listOwnTrades, wanted)),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
  })
}
