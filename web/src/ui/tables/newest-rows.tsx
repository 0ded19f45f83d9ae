import { Button, Group, Text } from '@mantine/core'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { type Column, DataTable } from './data-table.tsx'

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  /** Oldest first, as they happened; perhaps fewer than there were. */
  rows: readonly Row[]
  total: number
  first: number
  most: number
  rowKey: (row: Row) => string
}

/** The newest rows of a long result on top, and some more on request. */
export function NewestRows<Row>({ name, columns, rows, total, first, most, rowKey }: Props<Row>) {
  const [count, setCount] = useState(first)
  const shown = rows.slice(-count).reverse()
  const more = Math.min(most, rows.length) - shown.length
  return (
    <>
      <DataTable name={name} columns={columns} rows={shown} rowKey={rowKey} />
      {total > shown.length && (
        <Group mt="xs" gap="sm">
          <Text size="sm" c="dimmed">
            {`The newest ${shown.length} of ${formatNumber(total)}.`}
          </Text>
          {more > 0 && (
            <Button size="xs" variant="default" onClick={() => setCount(most)}>
              {`Show ${more} more`}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
