import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readTelegram, startTelegramLink } from '@trading-bot/contract/rest/accounts/telegram'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { LinkTelegram } from './link-telegram.tsx'

const POLL_MS = 3_000

/** Unmounted once a chat is linked, so that a used code is not shown again. */
export function UnlinkedTelegram() {
  const start = useCall(startTelegramLink)
  const link = start.data
  // Polls while a code is shown; the panel above uses the same query and so detects the linked chat.
  useQuery({ ...queryOf(readTelegram, {}), refetchInterval: link ? POLL_MS : false })
  if (link) {
    return <LinkTelegram key={link.code} link={link} onRenew={() => start.mutate({})} onCancel={start.reset} />
  }
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Badge variant="light" color="gray">
          Not linked
        </Badge>
        <Text size="sm">No chat is linked to your bot.</Text>
      </Group>
      <Button loading={start.isPending} onClick={() => start.mutate({})}>
        Link Telegram
      </Button>
    </Group>
  )
}
