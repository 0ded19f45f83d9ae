import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const OwnLimitsDialog = lazy(async () => ({ default: (await import('./own-limits-dialog.tsx')).OwnLimitsDialog }))

/** The button beside a bot's limits; its dialog is fetched when it is opened. */
export function TightenLimits({ botId }: { botId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Tighten limits
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <OwnLimitsDialog botId={botId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
