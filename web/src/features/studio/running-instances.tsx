import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listActiveStrategies, restartFailedBots } from '@trading-bot/contract/rest/trading/admin-bots'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

/** How many users trade with this bot now, and those that its program has stopped. */
export function RunningInstances({ bot }: { bot: BotCode }) {
  const strategies = useQuery(queryOf(listActiveStrategies, {}))
  return (
    <Loaded query={strategies} skeleton={<Skeleton h={80} />}>
      {({ strategies: all }) => {
        // A bot that was never deployed is not among them.
        const mine = all.find(({ id }) => id === bot.id)
        const [running, total] = [mine?.running_user_bots ?? 0, mine?.total_user_bots ?? 0]
        return (
          <Stack gap="xs" component="section" aria-label="Running instances">
            <Group gap="sm">
              <StatusBadge status={mine?.is_running ? 'running' : 'stopped'} />
              <Text size="sm">
                {bot.deployed_version === null
                  ? 'No version is deployed, so nobody can trade with this bot yet.'
                  : `${running} of ${total} user bots now run version ${bot.deployed_version}.`}
              </Text>
            </Group>
            {mine && mine.failed_user_bots > 0 && <FailedBots bot={bot} count={mine.failed_user_bots} />}
            <TextLink to="/admin/bots" size="sm">
              Bot Management
            </TextLink>
          </Stack>
        )
      }}
    </Loaded>
  )
}

function FailedBots({ bot, count }: { bot: BotCode; count: number }) {
  const restart = useCall(restartFailedBots, {
    refresh: [listActiveStrategies],
    onDone: ({ message }) => notify('success', message),
  })
  return (
    <Group gap="sm">
      <Text size="sm">
        {`${count === 1 ? '1 bot is' : `${count} bots are`} in error. A bot that trades live is started by its owner, who is told.`}
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={restart.isPending}
        onClick={() => restart.mutate({ strategy_id: bot.id })}
      >
        {`Restart with version ${bot.deployed_version}`}
      </Button>
    </Group>
  )
}
