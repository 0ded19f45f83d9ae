import { Group, Progress, Stack, Text } from '@mantine/core'
import type { Instance } from '@trading-bot/contract/rest/operations/instances'
import { useState } from 'react'
import { estimateUsage, levelOf } from './usage-levels.ts'

const KINDS = [
  ['cpu', 'CPU'],
  ['memory', 'Memory'],
  ['disk', 'Disk'],
] as const

const COLORS = { high: 'red', raised: 'yellow', normal: 'teal' } as const

/** Measured usage where the server has it, otherwise an estimate labelled as such. */
export function UsageBars({ usage }: { usage: Instance['usage'] }) {
  // Estimated once per card, because an estimate that changed with every refresh would look measured.
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
