import { queryOptions } from '@tanstack/react-query'
import type { Call, CallAnswer, CallRequest } from '@trading-bot/contract/rest/call'
import { api } from '../api/api.ts'

/** A call as a query. The path leads the key, so that `useCall` can refresh by naming the call. */
export function queryOf<C extends Call>(spec: C, input: CallRequest<C>) {
  return queryOptions<CallAnswer<C>>({
    queryKey: [spec.path, input],
    queryFn: ({ signal }) => api(spec, input, { signal }),
  })
}
