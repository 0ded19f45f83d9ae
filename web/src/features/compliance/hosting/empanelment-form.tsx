import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { EnterEmpanelment, enterEmpanelment, readHosting } from '@trading-bot/contract/rest/trading/hosting'
import { fromIndiaInput, toIndiaInput } from '../../../lib/forms/india-input.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'
import { BROKERS } from './hosting-words.ts'

const EMPTY = { broker: 'Angel One', provider_name: '', number: '', valid_until: '', egress_address: '' }

export function EmpanelmentForm({ onClose }: { onClose: () => void }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: EnterEmpanelment,
    initialValues: EMPTY,
    onSubmit: (values) => enter.mutate(values),
    fieldOfCode: { OTHER_BROKERS_DOCUMENT: 'broker', DOCUMENT_ENDED: 'valid_until' },
  })
  const enter = useCall(enterEmpanelment, {
    refresh: [readHosting],
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  return (
    <FormModal opened onClose={onClose} title="Enter empanelment" size="lg">
      <form {...formProps} aria-label="Empanelment">
        <Stack gap="md">
          <Select label="Broker" data={BROKERS} allowDeselect={false} {...form.getInputProps('broker')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput label="Provider" data-autofocus maxLength={120} {...form.getInputProps('provider_name')} />
            <TextInput label="Empanelment number" maxLength={60} {...form.getInputProps('number')} />
            <TextInput
              type="datetime-local"
              label="Valid until (India time)"
              {...form.getInputProps('valid_until')}
              value={toIndiaInput(form.values.valid_until)}
              onChange={(event) => form.setFieldValue('valid_until', fromIndiaInput(event.currentTarget.value))}
            />
            <TextInput
              label="Address of the broker’s server"
              placeholder="203.0.113.7"
              {...form.getInputProps('egress_address')}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={enter.isPending}>
              Enter
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
