import { Button, Group, TextInput } from '@mantine/core'
import { listBacktests, noteBacktest } from '@trading-bot/contract/rest/trading/backtest-runs'
import { readBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { useState } from 'react'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'

/** A run with a note is kept for good. */
export function RunNote({ id, note }: { id: string; note: string }) {
  const [text, setText] = useState(note)
  const [saved, setSaved] = useState(note)
  const save = useCall(noteBacktest, {
    refresh: [listBacktests, readBacktest],
    onDone: (run) => {
      setSaved(run.note)
      notify('success', run.note === '' ? 'The note is removed.' : 'The note is saved. This run is kept for good.')
    },
  })
  return (
    <Group align="flex-end" gap="xs" component="form" onSubmit={(event) => event.preventDefault()}>
      <TextInput
        label="Note"
        placeholder="What this run tries. Runs with a note are kept for good, others for 90 days."
        maxLength={500}
        flex={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        disabled={text.trim() === saved}
        onClick={() => save.mutate({ id, note: text })}
      >
        Save note
      </Button>
    </Group>
  )
}
