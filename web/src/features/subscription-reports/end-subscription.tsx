import { Button, Group, Switch } from '@mantine/core'
import {
  endAdminSubscription,
  listAllSubscriptions,
  readAdminSubscription,
  readSubscriptionStats,
  type ReportedSubscription,
  updateAdminSubscription,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'

const CALENDAR_QUERIES = [readAdminSubscription, listAllSubscriptions, readSubscriptionStats]

export function EndSubscription({ subscription: { id, status, auto_renew } }: { subscription: ReportedSubscription }) {
  const [isAsking, setAsking] = useState(false)
  const renew = useCall(updateAdminSubscription, {
    refresh: CALENDAR_QUERIES,
    onDone: ({ message }) => notify('success', message),
  })
  const end = useCall(endAdminSubscription, {
    refresh: CALENDAR_QUERIES,
    onDone: ({ message }) => {
      setAsking(false)
      notify('success', message)
    },
  })
  return (
    <Group justify="space-between">
      {status === 'active' ? (
        <Switch
          label="Renews automatically"
          checked={auto_renew}
          disabled={renew.isPending}
          onChange={() => renew.mutate({ id, auto_renew: !auto_renew })}
        />
      ) : (
        <span />
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel Subscription
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this subscription?"
        action="Cancel Subscription"
        isSending={end.isPending}
        onConfirm={() => end.mutate({ id })}
        onClose={() => setAsking(false)}
      >
        It ends at once. The bot opens no new positions; open ones are managed to their exit. What was paid of the
        unused time waits to be refunded; what credit had paid is credit again.
      </ConfirmDialog>
    </Group>
  )
}
