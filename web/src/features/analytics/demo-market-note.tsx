import { Text } from '@mantine/core'
import { useEnvironment } from '../../lib/queries/use-environment.ts'

/** Why the demo's bots lose a little: said where their results are shown. */
export function DemoMarketNote() {
  const environment = useEnvironment()
  if (!environment?.demo) return null
  return (
    <Text size="sm" c="dimmed" mb="lg">
      The demo’s market is invented and has no edge to find: over time a bot loses about its charges here, however it
      trades.
    </Text>
  )
}
