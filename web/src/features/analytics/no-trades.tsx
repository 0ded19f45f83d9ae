import { List, Paper, Stack, Text, Title } from '@mantine/core'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { TradesIcon } from '../../ui/icons.ts'
import { StatCards } from '../../ui/figures/stat-cards.tsx'

/** Shown before the first trade: what will appear here and the next step. */
export function NoTrades() {
  return (
    <>
      <StatCards
        items={[
          { label: 'Total Trades', value: '0' },
          { label: 'Total P&L', value: '₹0.00' },
          { label: 'Success Rate', value: '0%' },
        ]}
      />
      <Paper p="xl" radius="lg">
        <Stack align="center" gap="sm">
          <TradesIcon size={40} stroke={1.4} aria-hidden />
          <Title order={2}>No trading activity yet</Title>
          <Text c="dimmed" size="sm" ta="center" maw={460}>
            Every order of your bot and what it earned or lost will appear here.
          </Text>
          <ButtonLink to="/subscriptions" mt="xs">
            Start Trading
          </ButtonLink>
          <List type="ordered" size="sm" spacing="xs" mt="md" aria-label="How to start">
            <List.Item>Subscribe to a plan</List.Item>
            <List.Item>Configure your bot</List.Item>
            <List.Item>Monitor performance</List.Item>
          </List>
        </Stack>
      </Paper>
    </>
  )
}
