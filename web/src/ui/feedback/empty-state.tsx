import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode; action?: ReactNode }

/** Says what will appear here and what to do next. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <Stack align="center" ta="center" gap="xs" py="lg">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={460}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
