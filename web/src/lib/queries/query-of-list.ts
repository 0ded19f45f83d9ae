import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallAnswer, CallRequest, CallTotals } from '@trading-bot/contract/rest/call'
import { apiList } from '../api/api.ts'

/** A page of a list with its counts. The page before stays in sight until the next has come. */
export function queryOfList<C extends Call>(spec: C, input: CallRequest<C>) {
  return queryOptions<{ list: CallAnswer<C>; totals: CallTotals<C> }>({
    queryKey: [spec.path, input, 'list'],
    queryFn: ({ signal }) => apiList(spec, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
