import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { AddUserNote, addUserNote, readUserPage, type UserPage } from '@trading-bot/contract/rest/operations/user-page'
import { formatDateTime } from '../../../lib/format.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { PagePart } from './page-part.tsx'

/** What operators wrote down about the user. A note stays as it is; a correction is a further note. */
export function NotesPart({ user, notes }: Pick<UserPage, 'user' | 'notes'>) {
  return (
    <PagePart title="Operators' notes">
      <Stack gap="md">
        {user.status !== 'closed' && <NoteForm userId={user.id} />}
        {notes.length === 0 && (
          <Text size="sm" c="dimmed">
            No notes yet.
          </Text>
        )}
        {notes.map(({ id, text, author, created_at }) => (
          <div key={id} data-note={id}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            <Text size="xs" c="dimmed">
              {`${author} · ${formatDateTime(created_at)}`}
            </Text>
          </div>
        ))}
      </Stack>
    </PagePart>
  )
}

function NoteForm({ userId }: { userId: string }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: AddUserNote,
    initialValues: { text: '' },
    onSubmit: (values) => add.mutate({ id: userId, ...values }),
  })
  const add = useCall(addUserNote, {
    refresh: [readUserPage],
    onFailed: showServerErrors,
    onDone: () => {
      form.reset()
      notify('success', 'Note added.')
    },
  })
  return (
    <form {...formProps} aria-label="Add a note">
      <Stack gap="xs">
        <Textarea
          label="New note"
          description="Other administrators read it, the user does not. It cannot be changed later."
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('text')}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={add.isPending}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
