import { Button, Group, Modal, type ModalProps, Text } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'

/**
 * A dialog with fields. Escape, a click beside it and its cross ask first once something was typed or chosen; the
 * dialog's own buttons close it as they say.
 */
export function FormModal({ onClose, opened, children, ...props }: ModalProps) {
  const isTouched = useRef(false)
  const [isAsking, setAsking] = useState(false)
  // After the key press that caused it: where motion is reduced, the dialog that opens or closes at once would hear the
  // same Escape too, and undo it.
  const ask = (isAsked: boolean) => void setTimeout(() => setAsking(isAsked))
  const touch = () => {
    isTouched.current = true
  }
  // Options of a selection are outside the dialog's element, but events pass through React's tree.
  const onClick = (event: SyntheticEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="option"]')) touch()
  }
  const close = () => (isTouched.current ? ask(true) : onClose())
  const discard = () => {
    setAsking(false)
    onClose()
  }
  // Opened again, it begins anew.
  const forget = () => {
    isTouched.current = false
  }
  return (
    <Modal {...props} opened={opened} onClose={close} closeOnEscape={!isAsking} onExitTransitionEnd={forget}>
      <div onInput={touch} onClickCapture={onClick} role="presentation">
        {children}
      </div>
      <Modal opened={isAsking} onClose={() => ask(false)} title="Discard what you typed?" size="sm">
        <Text size="sm">It has not been saved yet.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            Keep editing
          </Button>
          <Button color="red" onClick={discard}>
            Discard
          </Button>
        </Group>
      </Modal>
    </Modal>
  )
}
