import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'

type Props = {
  title: string
  /** What the button does, and what cannot be seen from it. */
  action: string
  note: ReactNode
  formProps: { noValidate: boolean; onSubmit: (event?: FormEvent<HTMLFormElement>) => void }
  /** Props of the reason's field. */
  reason: object
  reasonNote?: string
  isSending: boolean
  onClose: () => void
  children?: ReactNode
}

/** Everything that an operator does to one user's plan or money is done in this dialog: with a reason. */
export function HandForm({ title, action, note, formProps, reason, reasonNote, isSending, onClose, children }: Props) {
  return (
    <FormModal opened onClose={onClose} title={title}>
      <form {...formProps} aria-label={title}>
        <Stack gap="md">
          <Text size="sm">{note}</Text>
          {children}
          <Textarea
            label="Reason"
            description={reasonNote ?? 'The user reads it in a mail; it stays in the audit with your name.'}
            autosize
            minRows={2}
            maxLength={300}
            {...reason}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep as it is
            </Button>
            <Button type="submit" loading={isSending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
