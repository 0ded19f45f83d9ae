import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotReality, readRealityChecks } from '@trading-bot/contract/rest/trading/reality-checks'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { SessionTable } from './session-table.tsx'

const REFRESH_MS = 60_000

/** How far the owner's bots did what a backtest of the same bars does. */
export function OwnReality() {
  const reality = useQuery({ ...queryOf(readRealityChecks, {}), refetchInterval: REFRESH_MS })
  return (
    <Paper component="section" aria-label="Reality check" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Title order={2} mb="xs">
        Reality check
      </Title>
      <Loaded query={reality} skeleton={null} explain={() => 'The reality check could not be read.'}>
        {({ bots }) =>
          bots.length === 0 ? (
            <Text size="sm">Backtest agrees with reality: not known yet. A session is checked once it is over.</Text>
          ) : (
            <Stack gap="lg">
              {bots.map((bot) => (
                <Bot key={bot.bot.id} reality={bot} isNamed={bots.length > 1} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Paper>
  )
}

function Bot({ reality, isNamed }: { reality: BotReality; isNamed: boolean }) {
  const { bot, sentence, sessions, checks } = reality
  return (
    <div>
      {isNamed && (
        <Title order={3} mb={4}>
          {bot.name}
        </Title>
      )}
      <Text fw={600}>{sentence}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {sessions > 0 &&
          `Over the last ${sessions === 1 ? 'session' : `${sessions} sessions`}: the share of entries and exits that your bot and a backtest of the same bars both made. Slippage is against the backtest’s fills. `}
        {checks.some(({ is_simulated }) => is_simulated) && 'Prices are those of the simulated market.'}
      </Text>
      <SessionTable name={`Sessions of ${bot.name}`} checks={checks} />
    </div>
  )
}
