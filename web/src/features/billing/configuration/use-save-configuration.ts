import { listBots, readParticipation, syncBotConfig } from '@trading-bot/contract/rest/trading/bots'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'

type Effects = { onFailed: (failure: unknown) => void; onSaved: () => void }

/** Saves the configuration, then syncs it to an existing bot; a failed sync does not undo the save. */
export function useSaveConfiguration({ onFailed, onSaved }: Effects) {
  const sync = useCall(syncBotConfig, {
    refresh: [readParticipation, listBots],
    explain: () => 'Your bot uses the new settings from its next start.',
  })
  return useCall(updateConfiguration, {
    refresh: [readMySubscription],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to update bot configuration'),
    onFailed,
    onDone: () => {
      notify('success', 'Bot configuration saved successfully!')
      sync.mutate({})
      onSaved()
    },
  })
}
