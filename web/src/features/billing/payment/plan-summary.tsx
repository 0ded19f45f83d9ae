import { Paper, Title } from '@mantine/core'
import { Facts } from '../../../ui/figures/facts.tsx'

export type Line = readonly [label: string, value: string]

export function PlanSummary({ name, lines }: { name: string; lines: readonly Line[] }) {
  return (
    <Paper component="section" aria-label="Plan summary" p="md" radius="md">
      <Title order={3} mb="xs">
        Plan summary
      </Title>
      <Facts items={[['Plan', name], ...lines]} />
    </Paper>
  )
}
