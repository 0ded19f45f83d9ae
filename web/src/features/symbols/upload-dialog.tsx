import { Button, Code, FileInput, Group, Modal, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { UploadProgress } from '../../ui/feedback/upload-progress.tsx'
import { FormModal } from '../../ui/feedback/form-modal.tsx'
import { UploadReport } from './upload-report.tsx'
import { useSymbolUpload } from './use-symbol-upload.ts'

type Props = { onClose: () => void }

const EXAMPLE = '[{ "symbol": "SBIN-EQ", "token": "3045", "name": "State Bank of India" }]'

export function UploadDialog({ onClose }: Props) {
  const upload = useSymbolUpload()
  const [source, setSource] = useState<string | null>('file')
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const isSending = upload.sent !== null

  function close() {
    upload.cancel()
    onClose()
  }

  if (upload.report) {
    return (
      <Modal opened onClose={close} size="lg" title="Upload report">
        <UploadReport report={upload.report} />
        <Group justify="flex-end" mt="lg">
          <Button onClick={close} data-autofocus>
            Done
          </Button>
        </Group>
      </Modal>
    )
  }
  return (
    <FormModal opened onClose={close} size="lg" title="Upload Symbols">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A list of objects with symbol, token and name, or Angel One’s instrument master as it is: its NSE shares are
          taken and stay off until you switch them on.
        </Text>
        <Code block>{EXAMPLE}</Code>
        <Tabs
          value={source}
          onChange={(next) => {
            setSource(next)
            upload.clearProblem()
          }}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="file">JSON file</Tabs.Tab>
            <Tabs.Tab value="paste">Paste JSON</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="file">
            <FileInput
              label="JSON file"
              placeholder="Choose a .json file, up to 100 MB"
              value={file}
              error={upload.problem}
              disabled={isSending}
              clearable
              onChange={(chosen) => {
                setFile(chosen)
                upload.clearProblem()
              }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="paste">
            <Textarea
              label="JSON data"
              autosize
              minRows={6}
              maxRows={14}
              value={text}
              error={upload.problem}
              disabled={isSending}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Tabs.Panel>
        </Tabs>
        {upload.sent !== null && <UploadProgress share={upload.sent} reading="Reading the symbols …" />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={isSending ? upload.cancel : close}>
            {isSending ? 'Cancel upload' : 'Cancel'}
          </Button>
          <Button
            loading={isSending}
            onClick={() => (source === 'file' ? upload.sendFile(file) : upload.sendText(text))}
          >
            Upload
          </Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
