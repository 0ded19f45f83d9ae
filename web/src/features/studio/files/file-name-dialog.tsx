import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { useState } from 'react'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'
import { nameProblem } from './source-files.ts'

type Props = {
  source: Source
  /** The file's present name; null for a new file. */
  renamed: string | null
  onNamed: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a new or renamed file, and says at once why one cannot be. */
export function FileNameDialog({ source, renamed, onNamed, onClose }: Props) {
  const [typed, setTyped] = useState(renamed ?? '')
  const [isAsked, setAsked] = useState(false)
  const trimmed = typed.trim()
  const name = trimmed === '' || trimmed.endsWith('.py') ? trimmed : `${trimmed}.py`
  const problem = name === '' ? 'Name the file' : nameProblem(source, name, renamed)
  return (
    <FormModal opened onClose={onClose} title={renamed === null ? 'Add file' : `Rename ${renamed}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (problem === null) onNamed(name)
        }}
      >
        <Stack gap="md">
          <TextInput
            label="File name"
            description="Other files import it by this name: import indicators for indicators.py"
            placeholder="indicators.py"
            data-autofocus
            maxLength={50}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isAsked || trimmed.includes('.') ? problem : null}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{renamed === null ? 'Add file' : 'Rename'}</Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
