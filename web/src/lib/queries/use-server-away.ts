import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isServerAway } from '../api/api-failure.ts'

/** What is safe meanwhile, and what happens next. A call that got no answer may have been carried out. */
export const SERVER_AWAY_NOTE =
  'What you did last may or may not have arrived. This page asks again every few seconds; running bots do not depend on it.'

/** Why something on the screen could not be read, when that is because the server does not answer. */
export function useServerAway(): Error | null {
  const queries = useQueryClient()
  return useSyncExternalStore(
    useCallback((changed) => watchFailures(queries, notifyManager.batchCalls(changed)), [queries]),
    () => unanswered(queries)[0]?.state.error ?? null,
  )
}

/** Every query tells several times of each of its calls: until one fails, none of that is looked at. */
function watchFailures(queries: QueryClient, onChange: () => void): () => void {
  let hasFailed = unanswered(queries).length > 0
  return queries.getQueryCache().subscribe(({ query }) => {
    hasFailed ||= query.state.status === 'error'
    if (hasFailed) onChange()
  })
}

/** Asks again for everything that got no answer. */
export function askAgain(queries: QueryClient): void {
  for (const query of unanswered(queries)) void query.fetch().catch(() => undefined)
}

function unanswered(queries: QueryClient) {
  return queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isServerAway(state.error),
  })
}
