import { useQuery } from '@tanstack/react-query'
import { readMySubscription, type Subscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'

export type MySubscription = {
  readonly isPending: boolean
  /** Null when there is none, and when it could not be loaded. */
  readonly subscription: Subscription | null
  /** It could not be loaded, which is not the same as having none. */
  readonly isUnknown: boolean
  readonly refetch: () => void
}

export function useMySubscription(): MySubscription {
  const query = useQuery(queryOf(readMySubscription, {}))
  const isNone = query.error instanceof ApiFailure && query.error.status === 404
  return {
    // Having none is a valid answer, so refetching must not show the loading state again.
    isPending: query.isPending && query.errorUpdateCount === 0,
    subscription: query.isError ? null : (query.data ?? null),
    isUnknown: query.isError && !isNone,
    refetch: () => void query.refetch(),
  }
}
