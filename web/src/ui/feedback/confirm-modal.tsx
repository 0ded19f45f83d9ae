import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export type ConfirmProps = {
  isOpen: boolean
  title: string
  children: ReactNode
  action: string
  isSending: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmModal({ isOpen, title, children, action, isSending, onConfirm, onClose }: ConfirmProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep as it is
        </Button>
        <Button color="red" loading={isSending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
