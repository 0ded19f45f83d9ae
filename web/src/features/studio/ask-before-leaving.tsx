import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'

/** While something typed is kept nowhere, leaving the page would lose it: the browser and the product ask first. */
export function AskBeforeLeaving({ isUnkept }: { isUnkept: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnkept,
    enableBeforeUnload: () => isUnkept,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title="Leave without your changes?"
      action="Leave and lose them"
      isSending={false}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      Neither this browser nor the server could keep what you typed. Save it as a version, or copy it first.
    </ConfirmDialog>
  )
}
