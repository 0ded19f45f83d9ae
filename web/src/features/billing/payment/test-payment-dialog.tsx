import { Button, Group, Modal, Text } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'

type Props = { isOpen: boolean; amountPaise: number; planName: string; onConfirm: () => void; onClose: () => void }

export function TestPaymentDialog({ isOpen, amountPaise, planName, onConfirm, onClose }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Test mode payment">
      <Text size="sm">
        This is a simulated order of <b>{formatRupees(amountPaise / 100)}</b> for {planName}. Press OK to pay it. No
        money moves.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onConfirm} data-autofocus>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
