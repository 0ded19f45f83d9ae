import { Badge, Button, Checkbox, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readCompliance } from '@trading-bot/contract/rest/operations/compliance'
import { type Drill, listDrills, RunDrill, runDrill } from '@trading-bot/contract/rest/trading/kill-switch-drills'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormModal } from '../../ui/feedback/form-modal.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { EvidenceButton } from './evidence-button.tsx'

const COLUMNS: readonly Column<Drill>[] = [
  { title: 'When', isWhole: true, cell: ({ run_at }) => formatDateTime(run_at) },
  {
    title: 'Result',
    cell: ({ is_passed }) => (
      <Badge variant="light" color={is_passed ? 'green' : 'red'} flex="none" miw="max-content">
        {is_passed ? 'Passed' : 'Failed'}
      </Badge>
    ),
  },
  { title: 'Could enter before', isFigure: true, cell: ({ bots_before }) => formatNumber(bots_before) },
  { title: 'While it stood', isFigure: true, cell: ({ bots_during }) => formatNumber(bots_during) },
  { title: 'Afterwards', isFigure: true, cell: ({ bots_after }) => formatNumber(bots_after) },
  { title: 'Effective after', isFigure: true, cell: ({ effective_ms }) => `${formatNumber(effective_ms)} ms` },
  { title: 'By', cell: ({ run_by }) => run_by },
  { title: 'Note', isNote: true, cell: ({ note }) => note },
]

/** The monthly trial of the switch that stops everything, and what was seen. */
export function KillSwitchDrills() {
  const drills = useQuery(queryOf(listDrills, {}))
  const [isRunning, setRunning] = useState(false)
  const run = <Button onClick={() => setRunning(true)}>Run a drill</Button>
  return (
    <>
      <Loaded
        query={drills}
        skeleton={<Skeleton h={320} radius="lg" />}
        empty={
          <EmptyState title="No drill yet" action={run}>
            A drill sets the platform’s kill switch, looks whether any bot could still open a position, and lifts it.
          </EmptyState>
        }
      >
        {(rows) => (
          <Stack gap="md">
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed">
                How many bots could open a position: before the switch was set, while it stood, and after it was lifted.
              </Text>
              <Group gap="xs">
                {run}
                <EvidenceButton name="drills" />
              </Group>
            </Group>
            <DataTable name="Drills" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
          </Stack>
        )}
      </Loaded>
      {isRunning && <DrillModal onClose={() => setRunning(false)} />}
    </>
  )
}

function DrillModal({ onClose }: { onClose: () => void }) {
  const drill = useCall(runDrill, {
    refresh: [listDrills, readCompliance],
    onDone: ({ is_passed, bots_during }) => {
      if (is_passed) notify('success', 'The kill switch works: nobody could enter while it stood.')
      else notify('error', `The drill failed: ${bots_during} bots could enter while it stood. Its record says more.`)
      onClose()
    },
  })
  const { form, formProps } = useSchemaForm({
    schema: RunDrill,
    initialValues: { note: '', during_session: false },
    onSubmit: (values) => drill.mutate(values),
  })
  return (
    <FormModal opened onClose={onClose} title="Run a drill">
      <form {...formProps} aria-label="Drill">
        <Stack gap="md">
          <Text size="sm">
            The real switch is set and lifted again at once. Open positions and exits are not touched, and nobody is
            told.
          </Text>
          <Textarea
            label="Note"
            description="Who was there, what was looked at. It stays in the record."
            autosize
            minRows={2}
            maxLength={500}
            {...form.getInputProps('note')}
          />
          <Checkbox
            label="Also while the exchange trades"
            description="For about a second no bot could enter."
            {...form.getInputProps('during_session', { type: 'checkbox' })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={drill.isPending}>
              Set and lift the switch
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
