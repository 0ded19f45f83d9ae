import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import {
  COMPLAINT_CATEGORY_WORDS,
  type ComplaintCategory,
  listComplaints,
  RecordComplaint,
  recordComplaint,
} from '@trading-bot/contract/rest/operations/complaints'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { useState } from 'react'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { FormModal } from '../../ui/feedback/form-modal.tsx'
import { CHANNEL_WORDS } from './channel-words.ts'

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const { platform: _here, ...OTHER_CHANNELS } = CHANNEL_WORDS

/** What did not come through this platform belongs in the register too. */
export function RecordComplaintModal({ onClose }: { onClose: () => void }) {
  const [today] = useState(() => isoDay(indiaDayNumber(Date.now())))
  const record = useCall(recordComplaint, {
    refresh: [listComplaints],
    onFailed: (failure) => showServerErrors(failure),
    onDone: ({ number }) => {
      notify('success', `It is complaint no. ${number}.`)
      onClose()
    },
  })
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: RecordComplaint,
    initialValues: {
      name: '',
      contact: '',
      channel: 'mail' as const,
      category: 'other' as ComplaintCategory,
      received_on: today,
      text: '',
    },
    onSubmit: (values) => record.mutate(values),
  })
  return (
    <FormModal opened onClose={onClose} size="lg" title="Enter a complaint">
      <form {...formProps} aria-label="Complaint from elsewhere">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput label="From" withAsterisk maxLength={120} data-autofocus {...form.getInputProps('name')} />
            <TextInput label="How to reach them" withAsterisk maxLength={200} {...form.getInputProps('contact')} />
            <Select
              label="Came by"
              data={choices(OTHER_CHANNELS)}
              allowDeselect={false}
              {...form.getInputProps('channel')}
            />
            <TextInput label="Came on" type="date" {...form.getInputProps('received_on')} />
          </SimpleGrid>
          <Select
            label="About"
            data={choices(COMPLAINT_CATEGORY_WORDS)}
            allowDeselect={false}
            {...form.getInputProps('category')}
          />
          <Textarea
            label="Complaint"
            withAsterisk
            autosize
            minRows={5}
            maxLength={4000}
            {...form.getInputProps('text')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={record.isPending}>
              Enter in the register
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
