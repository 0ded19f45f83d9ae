import type { Call, CallAnswer } from '@trading-bot/contract/rest/call'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { CALENDAR_QUERIES } from './calendar-queries.ts'

type Edit = Call & { readonly answer: { readonly _zod: { readonly output: { message: string } } } }

/** One edit of the calendar: what it makes stale, its success toast, and the dialog that closes after it. */
export function useCalendarEdit<C extends Edit>(
  spec: C,
  onClose: () => void,
  onFailed?: (failure: unknown) => boolean,
) {
  return useCall(spec, {
    refresh: CALENDAR_QUERIES,
    ...(onFailed && { onFailed }),
    onDone: (answer: CallAnswer<C>) => {
      notify('success', (answer as { message: string }).message)
      onClose()
    },
  })
}
