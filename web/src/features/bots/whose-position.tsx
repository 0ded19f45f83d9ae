import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { confirmPosition, releasePosition } from '@trading-bot/contract/rest/trading/closing'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { BOT_QUERIES } from './bot-queries.ts'

/** Asks whose a position is that the bot took from an order without its tag; it is protected until the answer and after. */
export function WhosePosition({ position }: { position: OpenPosition }) {
  const { id, bot_id, symbol, quantity, average_price } = position
  const [isAsking, setAsking] = useState(false)
  const onDone = ({ message }: { message: string }) => {
    notify('success', message)
    setAsking(false)
  }
  const confirm = useCall(confirmPosition, { refresh: BOT_QUERIES, onDone })
  const release = useCall(releasePosition, { refresh: BOT_QUERIES, onDone })
  const params = { id: bot_id, position_id: id }
  const shares = `${formatNumber(quantity)} share${quantity === 1 ? '' : 's'} of ${symbol}`
  return (
    <Alert color="yellow" variant="light" icon={<ErrorIcon />} mb="sm" aria-label={`Whose is ${symbol}?`}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 16rem">
          <Text size="sm" fw={600}>
            {`Are the ${shares} at ${formatRupees(average_price)} yours?`}
          </Text>
          <Text size="sm">
            The broker showed this order without your bot’s tag, just when your bot had sent one like it. Your bot took
            it for its own and protects it.
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate(params)}>
            The bot’s
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Mine
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Take over ${symbol}?`}
        action="They are mine"
        isSending={release.isPending}
        onConfirm={() => release.mutate(params)}
        onClose={() => setAsking(false)}
      >
        {`Your bot withdraws its stop and its exits for the ${shares} and leaves them alone. From then on nothing protects them but you.`}
      </ConfirmDialog>
    </Alert>
  )
}
