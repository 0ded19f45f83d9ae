import type { Call, CallAnswer } from '@trading-bot/contract/rest/call'
import { listAllSubscriptions } from '@trading-bot/contract/rest/billing/subscription-reports'
import { readUserPage, readUserRecords } from '@trading-bot/contract/rest/operations/user-page'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'

const REFRESHED = [readUserPage, readUserRecords, listAllSubscriptions]

/** One of the operator's hands: what it did is said, and the page shows it. */
export function useHand<C extends Call>(
  spec: C,
  { onDone, onFailed }: { onDone: () => void; onFailed?: (failure: unknown) => boolean },
) {
  return useCall(spec, {
    refresh: REFRESHED,
    ...(onFailed && { onFailed }),
    onDone: (answer: CallAnswer<C>) => {
      notify('success', (answer as { message: string }).message)
      onDone()
    },
  })
}
