import type { Call, CallRequest } from '@trading-bot/contract/rest/call'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'

const PAGE = 200
type Row = { readonly id: string }

/** Keeps the older rows loaded below the newest page while that page refreshes. */
export function useOlderRows<R extends Row>(spec: Call, options: object, newest: readonly R[]) {
  const [older, setOlder] = useState<readonly R[]>([])
  const [isLoading, setLoading] = useState(false)
  const [isOver, setOver] = useState(newest.length < PAGE)
  const known = new Set(newest.map(({ id }) => id))
  const rows = [...newest, ...older.filter(({ id }) => !known.has(id))]

  async function load() {
    setLoading(true)
    try {
      const input = { ...options, before: rows.at(-1)?.id, limit: PAGE } as CallRequest<Call>
      const next = (await api(spec, input)) as readonly R[]
      // Includes rows that have left the newest page since the last load.
      setOlder([...rows, ...next])
      setOver(next.length < PAGE)
    } catch (failure) {
      notify('error', errorText(failure))
    } finally {
      setLoading(false)
    }
  }

  return { rows, more: { isOffered: !isOver, isLoading, load: () => void load() } }
}
