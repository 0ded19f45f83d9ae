import { Button, Checkbox, Group } from '@mantine/core'
import { type AdminSymbol, listAdminSymbols, switchSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'

type Props = {
  chosen: readonly AdminSymbol[]
  /** Every row of the page is chosen. */
  isWhole: boolean
  onAll: (isChosen: boolean) => void
  onDone: () => void
}

/** What can be done with several symbols at once. */
export function ChosenSymbols({ chosen, isWhole, onAll, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const change = useCall(switchSymbols, {
    refresh: [listAdminSymbols],
    onDone: ({ message }) => {
      notify('success', message)
      setAsking(false)
      onDone()
    },
  })
  const send = (is_active: boolean) => change.mutate({ ids: chosen.map(({ id }) => id), is_active })
  const used = chosen.filter(({ running_bots }) => running_bots > 0)
  return (
    <Group gap="md" mb="xs" mih={36}>
      <Checkbox
        label={chosen.length === 0 ? 'Choose the page' : `${chosen.length} chosen`}
        checked={isWhole}
        indeterminate={chosen.length > 0 && !isWhole}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      {chosen.length > 0 && (
        <Group gap="xs">
          <Button size="xs" variant="default" loading={change.isPending} onClick={() => send(true)}>
            Switch on
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => (used.length > 0 ? setAsking(true) : send(false))}
          >
            Switch off
          </Button>
        </Group>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Switch off ${chosen.length === 1 ? '1 symbol' : `${chosen.length} symbols`}?`}
        action="Switch off"
        isSending={change.isPending}
        onConfirm={() => send(false)}
        onClose={() => setAsking(false)}
      >
        {`Running bots trade ${used.map(({ symbol, running_bots }) => `${symbol} (${running_bots})`).join(', ')}. They finish with what they started with; from their next start they leave these symbols out.`}
      </ConfirmDialog>
    </Group>
  )
}
