import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Algo, listAlgos } from '@trading-bot/contract/rest/trading/algos'
import { EnterApproval, enterApproval, readHosting } from '@trading-bot/contract/rest/trading/hosting'
import { fromIndiaInput, toIndiaInput } from '../../../lib/forms/india-input.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'
import { BROKERS } from './hosting-words.ts'

const EMPTY = {
  broker: 'Angel One',
  logic_hash: '',
  reference: '',
  approved_on: '',
  valid_until: null as string | null,
}

export function ApprovalForm({ onClose }: { onClose: () => void }) {
  const algos = useQuery(queryOf(listAlgos, {}))
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: EnterApproval,
    initialValues: EMPTY,
    onSubmit: (values) => enter.mutate(values),
    fieldOfCode: { OTHER_BROKERS_DOCUMENT: 'broker', DOCUMENT_ENDED: 'valid_until' },
  })
  const enter = useCall(enterApproval, {
    refresh: [readHosting],
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  return (
    <FormModal opened onClose={onClose} title="Enter approval" size="lg">
      <form {...formProps} aria-label="Approval">
        <Stack gap="md">
          <Select label="Broker" data={BROKERS} allowDeselect={false} {...form.getInputProps('broker')} />
          <Select
            label="Strategy version"
            placeholder="Choose"
            data={(algos.data?.algos ?? []).map((algo) => ({ value: algo.logic_hash, label: nameOf(algo) }))}
            searchable
            {...form.getInputProps('logic_hash')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput label="Reference" maxLength={120} {...form.getInputProps('reference')} />
            <TextInput type="date" label="Approved on" {...form.getInputProps('approved_on')} />
            <TextInput
              type="datetime-local"
              label="Valid until (India time)"
              description="Empty: until it is withdrawn."
              {...form.getInputProps('valid_until')}
              value={toIndiaInput(form.values.valid_until ?? '')}
              onChange={(event) => form.setFieldValue('valid_until', fromIndiaInput(event.currentTarget.value) || null)}
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

function nameOf({ versions }: Algo): string {
  return versions.map(({ name, number }) => `${name} v${number}`).join(', ')
}
