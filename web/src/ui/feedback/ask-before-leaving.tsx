import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  /** Leaving the page would lose what was typed. */
  isUnkept: boolean
  children: ReactNode
}

/** While something typed is kept nowhere, the browser and the product ask before the page is left. */
export function AskBeforeLeaving({ isUnkept, children }: Props) {
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
      {children}
    </ConfirmDialog>
  )
}
