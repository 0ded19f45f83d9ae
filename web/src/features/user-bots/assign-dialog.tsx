import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { assignBot, listActiveStrategies } from '@trading-bot/contract/rest/trading/admin-bots'
import { listUserBots, type UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'

/** Gives the user's bot another strategy. */
export function AssignDialog({ bot, onClose }: { bot: UserBot; onClose: () => void }) {
  const strategies = useQuery(queryOf(listActiveStrategies, {}))
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const assign = useCall(assignBot, {
    refresh: [listUserBots],
    explain: () => null,
    onFailed: (failure) => setProblem(errorText(failure)),
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen === null) return setProblem('Choose a bot')
    setProblem(null)
    return assign.mutate({ bot_id: chosen, user_id: bot.user.id })
  }

  return (
    <Modal opened onClose={onClose} title={`Assign a bot to ${bot.user.username}`}>
      <form onSubmit={submit} noValidate aria-label="Assign bot">
        <Stack gap="md">
          <Text size="sm">{`${bot.user.email} runs ${bot.strategy.name} now. The new bot's symbols, parameters and limits apply; capital and mode stay.`}</Text>
          <Select
            label="Bot"
            placeholder="Choose a deployed bot"
            data={strategies.data?.strategies.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={chosen}
            error={problem}
            onChange={setChosen}
            searchable
            nothingFoundMessage="No such bot"
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep as it is
            </Button>
            <Button type="submit" loading={assign.isPending}>
              Assign bot
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
