import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readMySubscription, updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import {
  readTelegram,
  sendTelegramTest,
  type TelegramState,
  unlinkTelegram,
} from '@trading-bot/contract/rest/accounts/telegram'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'

type Props = { chat: NonNullable<TelegramState['chat']>; isSetUp: boolean }

export function LinkedTelegram({ chat, isSetUp }: Props) {
  const [isAsking, setAsking] = useState(false)
  const test = useCall(sendTelegramTest, {
    refresh: [readTelegram],
    onDone: ({ message }) => notify('success', message),
  })
  const unlink = useCall(unlinkTelegram, {
    refresh: [readTelegram],
    onDone: () => {
      setAsking(false)
      notify('success', 'Telegram is unlinked.')
    },
  })
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm">
          <Badge variant="light">Linked</Badge>
          <Text size="sm">
            {chat.name} · since {formatDate(chat.linked_at)}
          </Text>
        </Group>
        <Group gap="xs">
          {isSetUp && (
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
              Send a test message
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking(true)}>
            Unlink
          </Button>
        </Group>
      </Group>
      {isSetUp && (
        <Text size="sm" c="dimmed">
          Send /status, /positions or /stop to the bot at any time. /stop asks before it stops anything. For 24 hours
          after linking, closing positions from the chat needs a code that we mail to you.
        </Text>
      )}
      {isSetUp ? (
        <BotNews />
      ) : (
        <Text size="sm">The operator has switched Telegram off: nothing is sent at present.</Text>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Unlink Telegram?"
        action="Unlink"
        isSending={unlink.isPending}
        onConfirm={() => unlink.mutate({})}
        onClose={() => setAsking(false)}
      >
        Nothing more is sent to {chat.name}. Mail goes on as it is.
      </ConfirmDialog>
    </Stack>
  )
}

/** The same setting as in the wizard, because a chat is often linked after the purchase. */
function BotNews() {
  const subscription = useQuery(queryOf(readMySubscription, {})).data
  const save = useCall(updateConfiguration, { refresh: [readMySubscription] })
  const configuration = subscription?.bot_configuration
  const isOpen = subscription?.status === 'active' || subscription?.status === 'pending'
  if (!subscription || !configuration || !isOpen) {
    return (
      <Text size="sm" c="dimmed">
        With a subscription you choose here whether messages about your bot come to this chat.
      </Text>
    )
  }
  const isEnabled = save.isPending ? save.variables.telegram_notifications : configuration.telegram_notifications
  return (
    <Switch
      label="Tell me here what my bot does"
      description="Fills, rejections, limits reached, refused credentials and stops."
      checked={isEnabled ?? false}
      onChange={(event) => save.mutate({ id: subscription.id, telegram_notifications: event.currentTarget.checked })}
    />
  )
}
