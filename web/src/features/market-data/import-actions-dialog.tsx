import { Button, Code, FileInput, Group, Stack, Text, Textarea } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import {
  importCorporateActions,
  listCorporateActions,
  readCoverage,
} from '@trading-bot/contract/rest/trading/market-data'
import { useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'
import { RowRefusals } from './row-refusals.tsx'

const EXAMPLE = 'symbol,ex_day,kind,factor,note\nSBIN-EQ,2026-06-01,split,0.2,1 becomes 5'

/** Reads a list of corporate actions and adds them after a preview. */
export function ImportActionsDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState<CallAnswer<typeof importCorporateActions> | null>(null)
  const send = useCall(importCorporateActions, {
    refresh: [listCorporateActions, readCoverage],
    explain: () => null,
    onFailed: (failure) => setProblem(errorText(failure)),
    onDone: (answer) => {
      setFound(answer)
      if (!answer.is_applied) return
      notify('success', `${answer.actions.length} corporate actions imported.`)
      onClose()
    },
  })
  const change = (next: string) => {
    setText(next)
    setFound(null)
    setProblem(null)
  }
  const isReady = found !== null && found.refusals.length === 0 && found.actions.length > 0
  return (
    <FormModal opened onClose={onClose} size="lg" title="Import corporate actions">
      <Stack>
        <Code block>{EXAMPLE}</Code>
        <FileInput
          label="File"
          placeholder="Choose a .csv file"
          accept=".csv,text/csv"
          clearable
          onChange={(file) => void file?.text().then(change)}
        />
        <Textarea
          label="Or paste the list"
          autosize
          minRows={4}
          maxRows={10}
          value={text}
          error={problem}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {found && (
          <>
            <Text size="sm">{`${found.actions.length} corporate actions in the list.`}</Text>
            <RowRefusals
              title="Mend these lines first: nothing is imported while one is unclear"
              refusals={found.refusals}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={isReady ? 'default' : 'filled'}
            loading={send.isPending}
            onClick={() => send.mutate({ text, apply: false })}
          >
            Preview
          </Button>
          {isReady && (
            <Button loading={send.isPending} onClick={() => send.mutate({ text, apply: true })}>
              {`Import ${found.actions.length}`}
            </Button>
          )}
        </Group>
      </Stack>
    </FormModal>
  )
}
