import { Group, Stack, Text, Title } from '@mantine/core'
import { memo, type ReactNode } from 'react'

type Props = { title: string; subtitle?: string; actions?: ReactNode }

export const PageHeader = memo(function PageHeader({ title, subtitle, actions }: Props) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg">
      <title>{`${title} · Trading Bot`}</title>
      <Stack gap={4}>
        <Title order={1}>{title}</Title>
        {subtitle && <Text c="dimmed">{subtitle}</Text>}
      </Stack>
      {actions}
    </Group>
  )
})
