import { Stack, Text } from '@mantine/core'
import type { ImportPreview } from '@trading-bot/contract/rest/trading/market-data'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { RowRefusals } from './row-refusals.tsx'

const SHOWN_ROWS = 6

type Row = ImportPreview['rows'][number]

/** What was understood of a file, by its first rows. */
export function FilePreview({ preview }: { preview: ImportPreview }) {
  const { interval, columns, rows } = preview
  const read = columns.flatMap(({ name, read_as }) =>
    read_as === null ? [] : [name === read_as ? name : `${name} as ${read_as}`],
  )
  const unread = columns.flatMap(({ name, read_as }) => (read_as === null ? [name] : []))
  const titles: readonly Column<Row>[] = [
    { title: 'Line', cell: ({ line }) => `Line ${formatNumber(line)}` },
    { title: 'Symbol', cell: ({ symbol }) => symbol },
    {
      title: interval === 'day' ? 'Day' : 'Time (India)',
      isWhole: true,
      cell: ({ time }) => (interval === 'day' ? formatDate(time) : formatDateTime(time)),
    },
    { title: 'Open', isFigure: true, cell: ({ open }) => formatRupees(open) },
    { title: 'High', isFigure: true, cell: ({ high }) => formatRupees(high) },
    { title: 'Low', isFigure: true, cell: ({ low }) => formatRupees(low) },
    { title: 'Close', isFigure: true, cell: ({ close }) => formatRupees(close) },
    { title: 'Volume', isFigure: true, cell: ({ volume }) => formatNumber(volume) },
  ]
  return (
    <Stack gap="xs" component="section" aria-label="Preview" aria-live="polite">
      <Text size="sm" fw={600}>
        {`${interval === 'day' ? 'Daily' : 'One-minute'} bars, times in ${preview.zone}`}
      </Text>
      <Text size="sm" c="dimmed">
        {`Read: ${read.join(', ')}.${unread.length > 0 ? ` Not read: ${unread.join(', ')}.` : ''}`}
      </Text>
      {rows.length > 0 && (
        <DataTable
          name="First rows"
          columns={titles}
          rows={rows.slice(0, SHOWN_ROWS)}
          rowKey={({ line }) => String(line)}
        />
      )}
      <RowRefusals title="These rows cannot be read and are left out" refusals={preview.refusals} />
    </Stack>
  )
}
