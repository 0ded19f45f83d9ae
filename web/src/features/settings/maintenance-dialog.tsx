import { Button, Group, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import {
  createMaintenance,
  listMaintenance,
  MaintenanceForm,
  type MaintenanceWindow,
  readNotice,
  updateMaintenance,
} from '@trading-bot/contract/rest/operations/maintenance'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { fromIndiaInput, toIndiaInput } from '../../lib/forms/india-input.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'

type Props = { row: MaintenanceWindow | null; onClose: () => void }

const EMPTY = { title: '', message: '', starts_at: '', ends_at: '', is_active: true }

/** Creates or edits a maintenance window. */
export function MaintenanceDialog({ row, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: MaintenanceForm,
    initialValues: row ? valuesOf(row) : EMPTY,
    onSubmit: (values) => (row ? change.mutate({ id: row.id, ...values }) : create.mutate(values)),
  })
  const effects = {
    refresh: [listMaintenance, readNotice],
    onFailed: showServerErrors,
    onDone: () => {
      notify('success', row ? 'Maintenance window changed.' : 'Maintenance announced.')
      onClose()
    },
  }
  const create = useCall(createMaintenance, effects)
  const change = useCall(updateMaintenance, effects)

  const moment = (label: string, field: 'starts_at' | 'ends_at') => (
    <TextInput
      type="datetime-local"
      label={label}
      {...form.getInputProps(field)}
      value={toIndiaInput(form.values[field])}
      onChange={(event) => form.setFieldValue(field, fromIndiaInput(event.currentTarget.value))}
    />
  )
  return (
    <FormModal opened onClose={onClose} title={row ? 'Change maintenance' : 'Announce maintenance'} size="lg">
      <form {...formProps} aria-label="Maintenance">
        <Stack gap="md">
          <TextInput label="Title" data-autofocus maxLength={120} {...form.getInputProps('title')} />
          <Textarea label="Message (optional)" autosize minRows={2} {...form.getInputProps('message')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            {moment('Starts (India time)', 'starts_at')}
            {moment('Ends (India time)', 'ends_at')}
          </SimpleGrid>
          <Switch label="Announced" {...form.getInputProps('is_active', { type: 'checkbox' })} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || change.isPending}>
              {row ? 'Save' : 'Announce'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}

function valuesOf({ title, message, starts_at, ends_at, is_active }: MaintenanceWindow) {
  return { title, message, starts_at, ends_at, is_active }
}
