import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { saveSessionHours, type SessionHours, SessionHoursForm } from '@trading-bot/contract/rest/trading/calendar'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { useCalendarEdit } from './use-calendar-edit.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = {
  row: SessionHours | null
  /** The initial values for new session hours. */
  latest: SessionHours | undefined
  onClose: () => void
}

const EMPTY = { opens_at: '', closes_at: '', auction_closes_at: '', entries_until: '', square_off_at: '' }

export function SessionHoursDialog({ row, latest, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm<SessionHours>({
    schema: SessionHoursForm,
    initialValues: row ?? { ...EMPTY, ...latest, from_day: '' },
    onSubmit: (values) => save.mutate(values),
  })
  const save = useCalendarEdit(saveSessionHours, onClose, showServerErrors)
  const time = (label: string, field: Exclude<keyof SessionHours, 'from_day'>, description?: string) => (
    <TextInput type="time" label={label} description={description} {...form.getInputProps(field)} />
  )
  return (
    <FormModal opened onClose={onClose} title={row ? 'Change hours' : 'Add hours'} size="lg">
      <form {...formProps} aria-label="Usual hours">
        <Stack>
          <TextInput type="date" label="From" disabled={row !== null} {...form.getInputProps('from_day')} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {time('Open', 'opens_at')}
            {time('Close', 'closes_at')}
            {time('Auction from', 'auction_closes_at')}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {time('Entries until', 'entries_until', 'Bots open no position afterwards.')}
            {time('Square-off', 'square_off_at', 'Bots close their positions from here on.')}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save hours
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
