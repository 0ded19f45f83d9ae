import { useQuery } from '@tanstack/react-query'
import { readWorld } from '@trading-bot/contract/rest/operations/platform'
import { queryOf } from './query-of.ts'

/** The environment's facts; undefined until loaded, which hides the demo's hints. */
export function useEnvironment() {
  return useQuery({ ...queryOf(readWorld, {}), staleTime: Number.POSITIVE_INFINITY }).data
}
