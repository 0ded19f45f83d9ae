import { Badge, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readTelegram, type TelegramState } from '@trading-bot/contract/rest/accounts/telegram'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { LinkedTelegram } from './linked-telegram.tsx'
import { UnlinkedTelegram } from './unlinked-telegram.tsx'

/** Not set up -> not linked -> code shown, waiting for the chat -> linked. */
export function TelegramPanel() {
  const telegram = useQuery(queryOf(readTelegram, {}))
  // Keeps showing known data, because a failed poll must not hide a code that is waiting for its chat.
  if (telegram.data) return <TelegramStatus state={telegram.data} />
  return (
    <Loaded query={telegram} skeleton={<Skeleton h={36} />}>
      {(state) => <TelegramStatus state={state} />}
    </Loaded>
  )
}

function TelegramStatus({ state: { chat, is_set_up } }: { state: TelegramState }) {
  if (chat) return <LinkedTelegram chat={chat} isSetUp={is_set_up} />
  return is_set_up ? <UnlinkedTelegram /> : <NotSetUp />
}

function NotSetUp() {
  return (
    <Group gap="sm">
      <Badge variant="light" color="gray">
        Not available
      </Badge>
      <Text size="sm">The operator of this platform has not set up a Telegram bot.</Text>
    </Group>
  )
}
