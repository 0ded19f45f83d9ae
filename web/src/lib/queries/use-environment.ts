import { useQuery } from '@tanstack/react-query'
import { readWorld } from '@trading-bot/contract/rest/platform'
import { queryOf } from './query-of.ts'

/** What kind of world this is; undefined until known, which hides the demo's notes. */
export function useEnvironment() {
  return useQuery({ ...queryOf(readWorld, {}), staleTime: Number.POSITIVE_INFINITY }).data
}
