import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { type Holiday, HolidayForm, saveHoliday } from '@trading-bot/contract/rest/trading/calendar'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { useCalendarEdit } from './use-calendar-edit.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { year: number; row: Holiday | null; onClose: () => void }

/** Adds a holiday or renames one. */
export function HolidayDialog({ year, row, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: HolidayForm,
    initialValues: row ?? { day: '', name: '', is_settlement_only: false },
    onSubmit: (values) => save.mutate(values),
  })
  const save = useCalendarEdit(saveHoliday, onClose, showServerErrors)
  return (
    <FormModal opened onClose={onClose} title={row ? 'Change holiday' : 'Add holiday'}>
      <form {...formProps} aria-label="Holiday">
        <Stack>
          <TextInput
            type="date"
            label="Date"
            min={`${year}-01-01`}
            max={`${year}-12-31`}
            disabled={row !== null}
            {...form.getInputProps('day')}
          />
          <TextInput label="Name" maxLength={80} {...form.getInputProps('name')} />
          <Switch
            label="Settlement holiday only"
            description="Trading goes on; shares and money move a day later."
            {...form.getInputProps('is_settlement_only', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save holiday
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
