import { Button, Group, Skeleton, Text } from '@mantine/core'
import { formatNumber } from '@trading-bot/core/format-number'
import { csvOf } from '@trading-bot/core/csv-of'
import { Suspense, useId, useState } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import { saveFile } from '../../lib/save-file.ts'
import { DownloadIcon, FilterIcon } from '../icons.ts'
import type { RowFilterFieldsProps } from './row-filter-fields.tsx'
import type { FilteredRows } from './use-filtered-rows.ts'

// Selects are a large part of the component library, and the screen is there without them.
const RowFilterFields = lazyAhead<RowFilterFieldsProps>(
  async () => (await import('./row-filter-fields.tsx')).RowFilterFields,
)

/** The columns of the file, which has every row that matches, in the order shown. */
export type CsvColumns<Row> = readonly (readonly [title: string, cell: (row: Row) => string | number | null])[]

type Props<Row> = {
  view: FilteredRows<Row>
  /** What the rows are, for screen readers: a page may have more than one list. */
  of: string
  fileName: string
  csv: CsvColumns<Row>
}

/** Filters and the CSV file of a list that is loaded whole; absent where there is nothing to filter. */
export function RowFilterBar<Row>({ view, of, fileName, csv }: Props<Row>) {
  const { count, matching, rows } = view
  const [isOpen, setOpen] = useState(count > 0)
  const id = useId()
  if (!view.isOffered) return null
  function download() {
    const lines = [csv.map(([title]) => title), ...matching.map((row) => csv.map(([, cell]) => cell(row)))]
    saveFile(new TextEncoder().encode(csvOf(lines)), fileName, 'text/csv')
  }
  return (
    <div>
      <Group gap="xs" mb="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<FilterIcon size={14} />}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={count === 0 ? `Filter ${of}` : `Filter ${of} (${count} set)`}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filter' : `Filter (${count})`}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<DownloadIcon size={14} />}
          aria-label={`Download ${of} as CSV`}
          onClick={download}
        >
          CSV
        </Button>
        {count > 0 && (
          <Text size="xs" c="dimmed" component="output">
            {matching.length === 0
              ? 'Nothing matches these filters.'
              : `${formatNumber(matching.length)} of ${formatNumber(rows.length)} match`}
          </Text>
        )}
      </Group>
      <div id={id}>
        {isOpen && (
          <Suspense fallback={<Skeleton h={61} mb="sm" />}>
            <RowFilterFields view={view as FilteredRows<unknown>} of={of} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
