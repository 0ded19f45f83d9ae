import { Stack, Text } from '@mantine/core'
import type { BarImport } from '@trading-bot/contract/rest/trading/market-data'
import { formatNumber } from '@trading-bot/core/format-number'
import { Facts } from '../../ui/figures/facts.tsx'
import { RowRefusals } from './row-refusals.tsx'

/** What an import stored and what it left out. */
export function ImportReport({ report }: { report: BarImport }) {
  const count = (value: number) => formatNumber(value)
  return (
    <Stack>
      <Text>{report.message}</Text>
      <Facts
        items={[
          ['Rows', count(report.rows)],
          ['Symbols', count(report.symbols)],
          ['Days stored', count(report.days_stored)],
          ['Days that were there already', count(report.days_unchanged)],
          ['Partial days', count(report.days_partial)],
          ['Suspect days, left out of tests', count(report.days_suspect)],
          ['Rows left out', count(report.refused)],
        ]}
      />
      <RowRefusals title="Rows that were left out" refusals={report.refusals} />
    </Stack>
  )
}
