import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stat-cards.module.css'

type Stat = { readonly label: string; readonly value: ReactNode; readonly hint?: ReactNode }

/** A few figures above a list. An undefined value is still loading. */
export function StatCards({ items }: { items: readonly Stat[] }) {
  return (
    <SimpleGrid
      cols={{
        base: 2,
        sm: items.length === 4 ? 2 : Math.min(items.length, 3),
        md: Math.min(items.length, 4),
        lg: items.length,
      }}
      spacing="md"
      mb="lg"
    >
      {items.map((stat) => (
        <StatCard key={stat.label} {...stat} />
      ))}
    </SimpleGrid>
  )
}

function StatCard({ label, value, hint }: Stat) {
  return (
    <Paper p={{ base: 'sm', sm: 'md' }} radius="lg" className={classes['card'] ?? ''} data-stat={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={24} mt={8} mb={8} w="50%" />
      ) : (
        <Text component="div" className={classes['value'] ?? ''} fw={620} mt={4}>
          {value}
        </Text>
      )}
      {hint !== undefined && (
        <Text component="div" size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </Paper>
  )
}
