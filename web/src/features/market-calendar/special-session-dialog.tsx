import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import {
  saveSpecialSession,
  type SpecialSession,
  SpecialSessionForm,
} from '@trading-bot/contract/rest/trading/calendar'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { useCalendarEdit } from './use-calendar-edit.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { year: number; row: SpecialSession | null; onClose: () => void }

const HOURS = [
  { value: 'own', label: 'Hours of its own' },
  { value: 'usual', label: 'Usual hours' },
  { value: 'not_announced', label: 'Not announced yet: closed' },
]

/** A special session outside the regular hours; hours announced late are entered here the same morning. */
export function SpecialSessionDialog({ year, row, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm<SpecialSession>({
    schema: SpecialSessionForm,
    initialValues: row ?? { day: '', name: '', hours: 'own', opens_at: null, closes_at: null },
    onSubmit: (values) => save.mutate(values),
  })
  const save = useCalendarEdit(saveSpecialSession, onClose, showServerErrors)
  const time = (label: string, field: 'opens_at' | 'closes_at') => (
    <TextInput
      type="time"
      label={label}
      {...form.getInputProps(field)}
      value={form.values[field] ?? ''}
      onChange={(event) => form.setFieldValue(field, event.currentTarget.value || null)}
    />
  )
  return (
    <FormModal opened onClose={onClose} title={row ? 'Change special session' : 'Add special session'}>
      <form {...formProps} aria-label="Special session">
        <Stack>
          <TextInput
            type="date"
            label="Date"
            min={`${year}-01-01`}
            max={`${year}-12-31`}
            disabled={row !== null}
            {...form.getInputProps('day')}
          />
          <TextInput label="Name" maxLength={80} placeholder="Muhurat trading" {...form.getInputProps('name')} />
          <Select label="Hours" data={HOURS} allowDeselect={false} {...form.getInputProps('hours')} />
          {form.values.hours === 'own' && (
            <SimpleGrid cols={2}>
              {time('Opens (India time)', 'opens_at')}
              {time('Closes (India time)', 'closes_at')}
            </SimpleGrid>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save session
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
