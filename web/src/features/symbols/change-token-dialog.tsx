import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type AdminSymbol, changeToken, listAdminSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { symbol: AdminSymbol; onClose: () => void }

/** A symbol that running bots trade is confirmed by its name: their orders carry the token. */
export function ChangeTokenDialog({ symbol: { id, symbol, token, running_bots }, onClose }: Props) {
  const [next, setNext] = useState(token)
  const [confirmation, setConfirmation] = useState('')
  const change = useCall(changeToken, {
    refresh: [listAdminSymbols],
    explain: () => null,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  const isUsed = running_bots > 0
  const isReady = next.trim() !== '' && next.trim() !== token && (!isUsed || confirmation.trim() === symbol)
  return (
    <FormModal opened onClose={onClose} title={`Change the token of ${symbol}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) change.mutate({ id, token: next.trim(), ...(isUsed && { confirmation }) })
        }}
      >
        <Stack gap="md">
          {isUsed && (
            <Text size="sm">
              {`${botsText(running_bots)} it. They go on with ${token} until they are started again; a wrong token stops their prices.`}
            </Text>
          )}
          <TextInput
            label="New token"
            data-autofocus
            value={next}
            error={change.error ? errorText(change.error) : undefined}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          {isUsed && (
            <TextInput
              label={`Type ${symbol} to confirm`}
              value={confirmation}
              onChange={(event) => setConfirmation(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isReady} loading={change.isPending}>
              Change token
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}

function botsText(count: number): string {
  return count === 1 ? '1 running bot trades' : `${count} running bots trade`
}
