import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../api/api-failure.ts'
import { groupTimers } from './group-timers.ts'

// Before the first query: a timer can only be stopped where it was started.
groupTimers()

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // An error response would be the same again; only a network error is retried, once.
      retry: (count, failure) => count < 1 && failure instanceof ApiFailure && failure.status === 'network',
    },
  },
})
