import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call, CallAnswer, CallRequest } from '@trading-bot/contract/rest/call'
import { api } from '../api/api.ts'
import { errorText } from '../api/error-text.ts'
import { notify } from '../notifications/notify.ts'

type Effects<C extends Call> = {
  /** Calls whose queries are invalidated afterwards. */
  refresh?: readonly Call[]
  /** The toast's text; null when the screen itself shows the error. */
  explain?: (failure: unknown) => string | null
  onDone?: (answer: CallAnswer<C>) => void
  /** True when the screen now shows the error, beside its fields for example: an error is told once. */
  onFailed?: (failure: unknown) => boolean | void
}

/** One user action: the call, the queries it invalidates and the toast when it fails. */
export function useCall<C extends Call>(spec: C, { refresh = [], explain = errorText, ...effects }: Effects<C> = {}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: CallRequest<C>) => api(spec, input),
    onSuccess: async (answer) => {
      effects.onDone?.(answer)
      await Promise.all(refresh.map((stale) => queries.invalidateQueries({ queryKey: [stale.path] })))
    },
    onError: (failure) => {
      if (effects.onFailed?.(failure) === true) return
      const text = explain(failure)
      if (text !== null) notify('error', text)
    },
  })
}
