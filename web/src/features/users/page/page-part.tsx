import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'

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

type RowsProps<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[]; empty: string }

export function PageRows<Row extends { readonly id: string }>({ name, columns, rows, empty }: RowsProps<Row>) {
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return <DataTable name={name} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
