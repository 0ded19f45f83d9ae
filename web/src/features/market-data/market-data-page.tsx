import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { UploadIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { CorporateActions } from './corporate-actions.tsx'
import { CoverageMap } from './coverage-map.tsx'
import { FetchPanel } from './fetch-panel.tsx'
import { ImportBarsDialog } from './import-bars-dialog.tsx'

/** The history that tests, gates, backtests, sweeps and charts read. */
export function MarketDataPage() {
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        title="Market data"
        subtitle="The one-minute history that every test, backtest and chart reads, and how much of it is there."
        actions={
          <Button leftSection={<UploadIcon size={16} />} variant="default" onClick={() => setImporting(true)}>
            Import file
          </Button>
        }
      />
      <Stack gap={0}>
        <Section
          title="Fetch from the broker"
          about="Missing days are fetched newest first, within the broker’s limits. You may leave this page meanwhile."
        >
          <FetchPanel />
        </Section>
        <Section title="Coverage" about="Each row is a symbol, each step a trading day. Choose a day to see its bars.">
          <CoverageMap />
        </Section>
        <Section
          title="Corporate actions"
          about="Prices are stored as they traded. Signals see them adjusted for these; fills and charges do not."
        >
          <CorporateActions />
        </Section>
      </Stack>
      {isImporting && <ImportBarsDialog onClose={() => setImporting(false)} />}
    </>
  )
}
