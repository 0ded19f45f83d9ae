import { Alert, Button, FileInput, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { type ImportReport, importHolidays } from '@trading-bot/contract/rest/trading/calendar'
import { useState } from 'react'
import { errorText, fieldErrors } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'
import { ImportPreview } from './import-preview.tsx'
import { CALENDAR_QUERIES } from './calendar-queries.ts'

type Props = { year: number; onClose: () => void }
type Problem = { readonly text: string; readonly fields: Readonly<Record<string, string>> }

/** Imports the exchange's holiday list after a preview of the changes. */
export function ImportDialog({ year: first, onClose }: Props) {
  const [year, setYear] = useState<number | string>(first)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const send = useCall(importHolidays, {
    refresh: CALENDAR_QUERIES,
    explain: () => null,
    onFailed: (failure) => setProblem({ text: errorText(failure), fields: fieldErrors(failure) }),
    onDone: (answer) => {
      setReport(answer)
      if (!answer.is_applied) return
      notify('success', `${answer.holidays.length} holidays of ${answer.year} imported. The year is confirmed.`)
      onClose()
    },
  })
  const run = (apply: boolean) => {
    setProblem(null)
    send.mutate({ year: Number(year), text, apply })
  }
  const isReady = report !== null && report.refusals.length === 0 && report.holidays.length > 0
  return (
    <FormModal opened onClose={onClose} size="lg" title="Import holidays">
      <Stack>
        <Text size="sm" c="dimmed">
          The exchange’s list of trading holidays, as CSV (columns Date and Description) or as the JSON of its service.
          You see what changes before anything is saved.
        </Text>
        <NumberInput
          label="Year"
          w={140}
          min={2000}
          max={2100}
          hideControls
          value={year}
          onChange={setYear}
          error={problem?.fields['year']}
        />
        <FileInput
          label="File"
          placeholder="Choose a .csv or .json file"
          accept=".csv,.json,text/csv,application/json"
          clearable
          onChange={(file) => {
            setReport(null)
            void file?.text().then(setText)
          }}
        />
        <Textarea
          label="Or paste the list"
          autosize
          minRows={4}
          maxRows={10}
          value={text}
          error={problem?.fields['text']}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setReport(null)
          }}
        />
        {problem !== null && Object.keys(problem.fields).length === 0 && (
          <Alert color="red" variant="light" role="alert">
            {problem.text}
          </Alert>
        )}
        {report && <ImportPreview report={report} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={isReady ? 'default' : 'filled'} loading={send.isPending} onClick={() => run(false)}>
            Preview
          </Button>
          {isReady && (
            <Button loading={send.isPending} onClick={() => run(true)}>
              {`Import and confirm ${report.year}`}
            </Button>
          )}
        </Group>
      </Stack>
    </FormModal>
  )
}
