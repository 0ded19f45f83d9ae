import { useQuery } from '@tanstack/react-query'
import { type HistoryFetch, readHistoryFetch } from '@trading-bot/contract/rest/trading/market-data'
import { queryOf } from '../../lib/queries/query-of.ts'

const POLL_MS = 1_000

/** The newest fetch, followed while it is under way. */
export function useNewestFetch() {
  return useQuery({
    ...queryOf(readHistoryFetch, {}),
    refetchInterval: ({ state }) => (state.data?.fetch && isUnderWay(state.data.fetch) ? POLL_MS : false),
  })
}

export function isUnderWay({ state }: HistoryFetch): boolean {
  return state === 'queued' || state === 'running'
}
