import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listActiveStrategies } from '@trading-bot/contract/rest/trading/admin-bots'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { queryOf } from '../../lib/queries/query-of.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

/** How many users trade with this bot now. */
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
                  : `${running} of ${total} bots of users run version ${bot.deployed_version} now.`}
              </Text>
            </Group>
            <TextLink to="/admin/bots" size="sm">
              Bot Management
            </TextLink>
          </Stack>
        )
      }}
    </Loaded>
  )
}
