import { Paper, SimpleGrid, Text, Title } from '@mantine/core'

const FEATURES = [
  ['EMA Strategy', 'Follows the trend with an exponential moving average.'],
  ['Risk Management', 'Stop loss, target and daily limits on every run.'],
  ['Real-time Monitoring', 'Orders and positions as they happen.'],
  ['Angel One Integration', 'Trades through your own broker account.'],
  ['Backtesting', 'See how a bot behaved on past prices before you run it.'],
  ['Secure Trading', 'Your broker credentials are encrypted with AES-256.'],
] as const

export function BotFeatures() {
  return (
    <section aria-label="Bot Features">
      <Title order={2} mb="md">
        Bot Features
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="md">
        {FEATURES.map(([name, about]) => (
          <Paper key={name} p="md" radius="md">
            <Text fw={600} size="sm">
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </section>
  )
}
