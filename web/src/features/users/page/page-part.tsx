import { Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; action?: ReactNode; children: ReactNode }

export function PagePart({ title, action, children }: Props) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label={title} miw={0}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
