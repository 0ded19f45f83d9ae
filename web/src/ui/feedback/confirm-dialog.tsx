import { Suspense, useState } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import type { ConfirmProps } from './confirm-modal.tsx'

const ConfirmModal = lazyAhead<ConfirmProps>(async () => (await import('./confirm-modal.tsx')).ConfirmModal)

export function ConfirmDialog(props: ConfirmProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  // It stays after its first opening, so that it can fade out.
  if (!wasOpen) return null
  return (
    <Suspense>
      <ConfirmModal {...props} />
    </Suspense>
  )
}
