import { Group, Progress, Stack, Text } from '@mantine/core'
import type { Instance } from '@trading-bot/contract/rest/instances'
import { useState } from 'react'
import { estimateUsage, levelOf } from './usage-levels.ts'

const KINDS = [
  ['cpu', 'CPU'],
  ['memory', 'Memory'],
  ['disk', 'Disk'],
] as const

const COLORS = { high: 'red', raised: 'yellow', normal: 'teal' } as const

/** Measured where the server knows, otherwise an estimate that says so. */
export function UsageBars({ usage }: { usage: Instance['usage'] }) {
  // Once a card: an estimate that moved with every reading would look like a measurement.
  const [estimate] = useState(() => estimateUsage(Math.random))
  return (
    <Stack gap="xs">
      {KINDS.map(([kind, label]) => {
        const percent = usage[kind] ?? estimate[kind]
        const isEstimated = usage[kind] === null
        return (
          <div key={kind} data-usage={kind} data-level={levelOf(percent)}>
            <Group justify="space-between" mb={4}>
              <Text size="sm">
                {label}
                {isEstimated && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    (estimated)
                  </Text>
                )}
              </Text>
              <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {Math.round(percent)} %
              </Text>
            </Group>
            <Progress value={percent} color={COLORS[levelOf(percent)]} aria-label={`${label} use`} />
          </div>
        )
      })}
    </Stack>
  )
}
