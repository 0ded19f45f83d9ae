import type { Call, CallRequest } from '@trading-bot/contract/rest/call'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'

const PAGE = 200
type Row = { readonly id: string }

/** The newest rows come and go with the refresh; what was loaded below them stays. */
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
      // Rows that fell off the newest page since are kept, too.
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
