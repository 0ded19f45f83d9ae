import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallAnswer, CallRequest, CallTotals } from '@trading-bot/contract/rest/call'
import { api, apiList } from '../api/api.ts'

/** A call as a query. The key begins with the path, so that `useCall` can invalidate by call. */
export function queryOf<C extends Call>(spec: C, input: CallRequest<C>) {
  return queryOptions<CallAnswer<C>>({
    queryKey: [spec.path, input],
    queryFn: ({ signal }) => api(spec, input, { signal }),
  })
}

/** A page of a list with its totals. The previous page stays visible until the next has loaded. */
export function queryOfList<C extends Call>(spec: C, input: CallRequest<C>) {
  return queryOptions<{ list: CallAnswer<C>; totals: CallTotals<C> }>({
    queryKey: [spec.path, input, 'list'],
    queryFn: ({ signal }) => apiList(spec, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
