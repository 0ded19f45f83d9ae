import { Badge, Button, Group, Paper, Select, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import {
  COMPLAINT_CATEGORY_WORDS,
  type ComplaintCategory,
  FileComplaint,
  fileComplaint,
  listOwnComplaints,
  type OwnComplaint,
} from '@trading-bot/contract/rest/operations/complaints'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'

const ABOUT = Object.entries(COMPLAINT_CATEGORY_WORDS).map(([value, label]) => ({ value, label }))

/** What a user complains of, and what was answered. */
export function ComplaintsPage() {
  const complaints = useQuery(queryOf(listOwnComplaints, {}))
  const operator = useQuery(queryOf(readOperator, {}))
  const mail = operator.data?.grievance_email
  return (
    <>
      <PageHeader
        title="Complaints"
        subtitle="Every complaint is registered, gets a number, and is answered by the grievance officer within 30 days."
      />
      <Section
        title="New complaint"
        about={`Say what happened, when, and what you expect.${mail ? ` You can also write to ${mail}.` : ''}`}
      >
        <ComplaintForm />
      </Section>
      <Title order={2} size="h3" mt="xl" mb="md">
        Your complaints
      </Title>
      <Loaded
        query={complaints}
        skeleton={<Skeleton h={160} radius="lg" />}
        empty={<EmptyState title="No complaints">What you send above is listed here with its answer.</EmptyState>}
      >
        {(rows) => (
          <Stack gap="md">
            {rows.map((complaint) => (
              <OneComplaint key={complaint.id} {...complaint} />
            ))}
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function ComplaintForm() {
  const send = useCall(fileComplaint, {
    refresh: [listOwnComplaints],
    onDone: ({ number }) => {
      form.reset()
      notify('success', `It is complaint no. ${number}. We have confirmed it by mail.`)
    },
  })
  const { form, formProps } = useSchemaForm({
    schema: FileComplaint,
    initialValues: { category: 'orders' as ComplaintCategory, text: '' },
    onSubmit: (values) => send.mutate(values),
  })
  return (
    <form {...formProps} aria-label="New complaint">
      <Stack gap="md">
        <Select label="About" data={ABOUT} allowDeselect={false} {...form.getInputProps('category')} />
        <Textarea
          label="What happened"
          withAsterisk
          autosize
          minRows={4}
          maxLength={4000}
          {...form.getInputProps('text')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending}>
            Send complaint
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function OneComplaint({ number, category, text, received_at, due_at, answer, answered_at }: OwnComplaint) {
  return (
    <Paper p="md" radius="lg" component="article" aria-label={`Complaint no. ${number}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600}>{`No. ${number}: ${COMPLAINT_CATEGORY_WORDS[category]}`}</Text>
        <Badge variant="light" color={answered_at === null ? 'yellow' : 'green'} flex="none" miw="max-content">
          {answered_at === null ? `Answer by ${formatDate(due_at)}` : 'Answered'}
        </Badge>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        {`Sent on ${formatDateTime(received_at)}`}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {answer !== null && answered_at !== null && (
        <>
          <Text size="xs" c="dimmed" mt="md" mb="xs">
            {`Answered on ${formatDateTime(answered_at)}`}
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {answer}
          </Text>
        </>
      )}
    </Paper>
  )
}
