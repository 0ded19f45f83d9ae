import { Badge, Group, Stack, Text } from '@mantine/core'
import type { Gate } from '@trading-bot/contract/rest/trading/bot-code'
import { RowsAround } from './rows-around.tsx'

/** The checks a version must pass before it is deployed. */
export function GateChecks({ gate }: { gate: Gate }) {
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Publish checks">
      {gate.checks.map(({ name, label, passed, detail, rows }) => (
        <Stack key={name} component="li" gap="xs">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge size="sm" variant="light" color={passed ? 'brand' : 'red'} flex="none">
              {passed ? 'Passed' : 'Failed'}
            </Badge>
            <Text size="sm">
              <strong>{label}.</strong> {detail}
            </Text>
          </Group>
          {rows && <RowsAround rows={rows} />}
        </Stack>
      ))}
    </Stack>
  )
}
