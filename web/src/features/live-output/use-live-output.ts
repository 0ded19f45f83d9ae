import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listOutput, type OutputKind, type OutputLine } from '@trading-bot/contract/rest/trading/strategy-output'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { eventStream } from '../../lib/event-stream/event-stream.ts'
import { useIsStreamConnected } from '../../lib/event-stream/use-event-stream.ts'

const PAGE = 200
const MOST_KEPT = 2_000
const POLL_MS = { connected: 30_000, alone: 3_000 }

export type OutputSource = { readonly botId?: string | undefined; readonly instanceId?: string | undefined }
type Kept = { readonly lines: readonly OutputLine[]; readonly hasOlder: boolean }

/** The newest lines, which grow while the strategy runs; older ones are added on request. */
export function useLiveOutput({ botId, instanceId }: OutputSource, kind: OutputKind | undefined) {
  const queries = useQueryClient()
  const isConnected = useIsStreamConnected()
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const source = {
    ...(botId !== undefined && { bot_id: botId }),
    ...(instanceId !== undefined && { instance_id: instanceId }),
    ...(kind !== undefined && { kind }),
  }
  const queryKey = [listOutput.path, source]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Kept> => {
      const kept = queries.getQueryData<Kept>(queryKey)
      const last = kept?.lines.at(-1)?.id
      if (kept === undefined || last === undefined) {
        const { lines, has_more } = await api(listOutput, { ...source, limit: PAGE }, { signal })
        return { lines, hasOlder: has_more }
      }
      const { lines } = await api(listOutput, { ...source, after: last, limit: 500 }, { signal })
      const all = [...kept.lines, ...lines]
      return { lines: all.slice(-MOST_KEPT), hasOlder: kept.hasOlder || all.length > MOST_KEPT }
    },
    refetchInterval: isConnected ? POLL_MS.connected : POLL_MS.alone,
  })
  const { refetch } = query
  useEffect(
    () =>
      eventStream.onEvent((event) => {
        if (event.event !== 'output') return
        const { bot_id } = event.data
        if (bot_id === null || botId === undefined || bot_id === botId) void refetch()
      }),
    [botId, refetch],
  )
  async function loadOlder() {
    const kept = queries.getQueryData<Kept>(queryKey)
    const first = kept?.lines[0]?.id
    if (!kept || first === undefined) return
    setLoadingOlder(true)
    try {
      const { lines, has_more } = await api(listOutput, { ...source, before: first, limit: PAGE })
      queries.setQueryData<Kept>(queryKey, (now) => now && { lines: [...lines, ...now.lines], hasOlder: has_more })
    } catch (failure) {
      notify('error', errorText(failure))
    } finally {
      setLoadingOlder(false)
    }
  }
  return { query, older: { isLoading: isLoadingOlder, load: () => void loadOlder() } }
}
