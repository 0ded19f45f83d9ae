import { Button } from '@mantine/core'
import { useState } from 'react'
import { KillSwitchDialog } from './kill-switch-dialog.tsx'

/** The platform's kill switch as one button; the banner on every admin page resumes. */
export function PauseTrades() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Pause new trades
      </Button>
      {isOpen && <KillSwitchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
