import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '../../ui/controls/password-field.tsx'

type Props = { isSending: boolean; onPassword: (password: string) => void; onClose: () => void }

/** Changing broker credentials requires recent authentication. The form behind keeps its values. */
export function RecentAuthDialog({ isSending, onPassword, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    // React portals propagate events to the surrounding form, so submit must stop here.
    event.stopPropagation()
    if (password === '') return setProblem('Password is required')
    setProblem(null)
    return onPassword(password)
  }

  return (
    <Modal opened onClose={onClose} title="Type your password again">
      <form onSubmit={submit} noValidate aria-label="Type your password again">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            You signed in a while ago. Your password proves that it is you who changes the credentials.
          </Text>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={problem}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
