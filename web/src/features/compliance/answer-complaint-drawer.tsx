import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import {
  COMPLAINT_CATEGORY_WORDS,
  AnswerComplaint,
  answerComplaint,
  type Complaint,
  listComplaints,
} from '@trading-bot/contract/rest/operations/complaints'
import { readCompliance } from '@trading-bot/contract/rest/operations/compliance'
import { formatDateTime } from '../../lib/format.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { CHANNEL_WORDS } from './channel-words.ts'

type Props = { complaint: Complaint; onClose: () => void }

export function AnswerComplaintDrawer({ complaint, onClose }: Props) {
  const { number, name, contact, channel, category, text, received_at } = complaint
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Complaint no. ${number}`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {`${name}${contact && `, ${contact}`}. ${CHANNEL_WORDS[channel]}, ${formatDateTime(received_at)}. ${COMPLAINT_CATEGORY_WORDS[category]}.`}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {complaint.answer === null ? <AnswerForm complaint={complaint} onClose={onClose} /> : <Answer {...complaint} />}
      </Stack>
    </Drawer>
  )
}

function Answer({ answer, answered_at, answered_by }: Complaint) {
  return (
    <section aria-label="Answer">
      <Text size="xs" c="dimmed">
        {`Answered on ${formatDateTime(answered_at ?? '')} by ${answered_by}`}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {answer}
      </Text>
    </section>
  )
}

function AnswerForm({ complaint, onClose }: Props) {
  const { id, user_id } = complaint
  const send = useCall(answerComplaint, {
    refresh: [listComplaints, readCompliance],
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  const { form, formProps } = useSchemaForm({
    schema: AnswerComplaint,
    initialValues: { answer: '' },
    onSubmit: ({ answer }) => send.mutate({ id, answer }),
  })
  return (
    <form {...formProps} aria-label="Answer to the complaint">
      <Stack gap="md">
        <Textarea
          label="Answer"
          description={
            user_id === null
              ? 'It is recorded here; send it to them yourself.'
              : 'It is mailed as it stands, and cannot be changed afterwards.'
          }
          withAsterisk
          autosize
          minRows={6}
          maxLength={4000}
          data-autofocus
          {...form.getInputProps('answer')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending}>
            {user_id === null ? 'Record the answer' : 'Send the answer'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
