import { Button, Divider, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { exportTaxCsv, exportTaxPdf, exportTrades } from '@trading-bot/contract/rest/trading/analytics'
import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { DayRangeFields, useDayRange } from '../../ui/controls/day-range-fields.tsx'
import { financialYears } from './financial-years.ts'

export type ExportDialogProps = { isAdmin: boolean; onClose: () => void }

/** Exports trades for a spreadsheet, or the tax statement of a financial year. */
export function ExportDialog({ isAdmin, onClose }: ExportDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Export">
      <Stack gap="lg">
        <TradesExport isAdmin={isAdmin} />
        {!isAdmin && (
          <>
            <Divider />
            <TaxExport />
          </>
        )}
      </Stack>
    </Modal>
  )
}

function TradesExport({ isAdmin }: { isAdmin: boolean }) {
  const days = useDayRange()
  const download = useCall(exportTrades, { onDone: (bytes) => saveFile(bytes, 'trades.csv', exportTrades.produces) })
  return (
    <Stack gap="sm" component="section" aria-label="Trades">
      <Text fw={600}>Trades</Text>
      <Text size="sm" c="dimmed">
        {isAdmin ? 'Every order of every user as CSV.' : 'Every order of your bots as CSV.'} Leave the days empty for
        all.
      </Text>
      <DayRangeFields {...days} />
      <Group>
        <Button loading={download.isPending} disabled={days.isReversed} onClick={() => download.mutate(days.chosen)}>
          Download trades (CSV)
        </Button>
      </Group>
    </Stack>
  )
}

function TaxExport() {
  const [years] = useState(() => financialYears(new Date()))
  const [year, setYear] = useState(years[0] ?? '')
  const [mode, setMode] = useState<'live' | 'paper'>('live')
  const csv = useCall(exportTaxCsv, {
    onDone: (bytes) => saveFile(bytes, `intraday-${mode}-${year}.csv`, exportTaxCsv.produces),
  })
  const pdf = useCall(exportTaxPdf, {
    onDone: (bytes) => saveFile(bytes, `intraday-${mode}-${year}.pdf`, exportTaxPdf.produces),
  })
  // The file is named after the choice, so the choice stays while it is fetched.
  const isPending = csv.isPending || pdf.isPending
  return (
    <Stack gap="sm" component="section" aria-label="Tax statement">
      <Text fw={600}>Tax statement</Text>
      <Text size="sm" c="dimmed">
        Intraday results are speculative business income. Paper trades are practice, not income.
      </Text>
      <Group grow align="flex-end">
        <Select
          label="Financial year"
          data={years}
          value={year}
          allowDeselect={false}
          disabled={isPending}
          onChange={(next) => setYear(next ?? year)}
        />
        <SegmentedControl
          aria-label="Kind of trades"
          data={[
            { value: 'live', label: 'Live' },
            { value: 'paper', label: 'Paper' },
          ]}
          value={mode}
          disabled={isPending}
          onChange={(next) => setMode(next === 'paper' ? 'paper' : 'live')}
        />
      </Group>
      <Group>
        <Button loading={pdf.isPending} onClick={() => pdf.mutate({ year, mode })}>
          Download PDF
        </Button>
        <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate({ year, mode })}>
          Download CSV
        </Button>
      </Group>
    </Stack>
  )
}
