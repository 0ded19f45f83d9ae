import { SimpleGrid, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

export function PlanGrid({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="md">
      {children}
    </SimpleGrid>
  )
}

export function PlanGridSkeleton() {
  return (
    <PlanGrid>
      {PLACES.map((place) => (
        <Skeleton key={place} h={400} radius="lg" />
      ))}
    </PlanGrid>
  )
}
