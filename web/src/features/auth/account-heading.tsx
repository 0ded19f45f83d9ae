import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function AccountHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <title>{`${title} · Trading Bot`}</title>
      <Title order={1} mb={6}>
        {title}
      </Title>
      <Text c="dimmed" size="sm">
        {children}
      </Text>
    </div>
  )
}
