import { Button, FileInput, Group, Modal, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { UploadProgress } from '../../ui/feedback/upload-progress.tsx'
import { FormModal } from '../../ui/feedback/form-modal.tsx'
import { ImportReport } from './import-report.tsx'
import { FilePreview } from './file-preview.tsx'
import { useImportBars } from './use-import-bars.ts'

/** Imports a file of bars after a preview of what was understood of it. */
export function ImportBarsDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [symbol, setSymbol] = useState('')
  const [zone, setZone] = useState<'india' | 'utc'>('india')
  const [isAdjusted, setAdjusted] = useState(false)
  const bars = useImportBars()
  const choices = { zone, is_adjusted: isAdjusted ? 'true' : 'false', ...(symbol.trim() && { symbol }) } as const
  const isSending = bars.sent !== null

  function close() {
    bars.cancel()
    onClose()
  }

  if (bars.report) {
    return (
      <Modal opened onClose={close} size="lg" title="Import report">
        <ImportReport report={bars.report} />
        <Group justify="flex-end" mt="lg">
          <Button onClick={close} data-autofocus>
            Done
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <FormModal opened onClose={close} size="xl" title="Import bars">
      <Stack>
        <Text size="sm" c="dimmed">
          CSV or Parquet with one-minute or daily bars, or NSE’s daily bhavcopy. Columns are recognised by their names:
          date, time or timestamp, open, high, low, close, volume, symbol, token. You see what was understood before
          anything is stored.
        </Text>
        <FileInput
          label="File"
          placeholder="Choose a .csv or .parquet file"
          accept=".csv,.parquet,.txt"
          clearable
          value={file}
          error={bars.problem}
          disabled={isSending}
          onChange={(chosen) => {
            setFile(chosen)
            bars.forget()
          }}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label="Symbol"
            placeholder="For example SBIN-EQ"
            description="For a file without a column of symbols."
            value={symbol}
            disabled={isSending}
            onChange={(event) => {
              setSymbol(event.currentTarget.value)
              bars.forget()
            }}
          />
          <Select
            label="Times without a zone are"
            data={[
              { value: 'india', label: 'India time' },
              { value: 'utc', label: 'UTC' },
            ]}
            description="Times that name their zone are read as they say."
            allowDeselect={false}
            value={zone}
            disabled={isSending}
            onChange={(value) => {
              setZone(value === 'utc' ? 'utc' : 'india')
              bars.forget()
            }}
          />
        </SimpleGrid>
        <Switch
          label="Prices are adjusted for corporate actions up to today"
          checked={isAdjusted}
          disabled={isSending}
          onChange={(event) => setAdjusted(event.currentTarget.checked)}
        />
        {bars.sent !== null && <UploadProgress share={bars.sent} reading="Reading the bars …" />}
        {bars.preview && <FilePreview preview={bars.preview} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={isSending ? bars.cancel : close}>
            {isSending ? 'Cancel upload' : 'Cancel'}
          </Button>
          <Button
            variant={bars.preview ? 'default' : 'filled'}
            disabled={isSending}
            onClick={() => bars.look(file, choices)}
          >
            Preview
          </Button>
          {bars.preview && bars.preview.rows.length > 0 && (
            <Button loading={isSending} onClick={() => bars.store(file, choices)}>
              Import
            </Button>
          )}
        </Group>
      </Stack>
    </FormModal>
  )
}
