import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallAnswer, CallRequest, CallTotals } from '@trading-bot/contract/rest/call'
import { api, apiList } from '../api/api.ts'

/** A call as a query. The path leads the key, so that `useCall` can refresh by naming the call. */
export function queryOf<C extends Call>(spec: C, input: CallRequest<C>) {
  return queryOptions<CallAnswer<C>>({
    queryKey: [spec.path, input],
    queryFn: ({ signal }) => api(spec, input, { signal }),
  })
}

/** A page of a list with its counts. The page before stays in sight until the next has come. */
export function queryOfList<C extends Call>(spec: C, input: CallRequest<C>) {
  return queryOptions<{ list: CallAnswer<C>; totals: CallTotals<C> }>({
    queryKey: [spec.path, input, 'list'],
    queryFn: ({ signal }) => apiList(spec, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
