import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../api/api-failure.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal will be the same next time; only a missing answer is worth one more try.
      retry: (count, failure) => count < 1 && failure instanceof ApiFailure && failure.status === 'network',
    },
  },
})
