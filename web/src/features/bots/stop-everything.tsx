import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBots } from '@trading-bot/contract/rest/trading/bots'
import { Suspense, useState } from 'react'
import { lazyAhead } from '../../lib/lazy-ahead.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import type { StopDialogProps } from './stop-dialog.tsx'

const StopDialog = lazyAhead<StopDialogProps>(async () => (await import('./stop-dialog.tsx')).StopDialog)

/** One button for a bad day. Hidden while nothing runs and nothing is held. */
export function StopEverything({ isShort = false }: { isShort?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const list = useQuery(queryOf(listBots, {}))
  const bots = list.data?.data ?? []
  const running = bots.filter(({ is_participating }) => is_participating).length
  const positions = bots.reduce((sum, { open_positions }) => sum + open_positions, 0)
  // While the list cannot be read the button stays: a bot may be running.
  const isIdle = list.isSuccess && running === 0 && positions === 0
  if (list.isPending || (isIdle && !isOpen)) return null
  return (
    <>
      <Button color="red" size={isShort ? 'sm' : 'md'} aria-label="Stop everything" onClick={() => setOpen(true)}>
        {isShort ? 'Stop' : 'Stop everything'}
      </Button>
      {isOpen && (
        <Suspense>
          <StopDialog
            question={list.isError ? 'Stop all your bots?' : questionOf(running, positions)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function questionOf(running: number, positions: number): string {
  const bots = running === 0 ? 'No bot is running.' : `${running} bot${running === 1 ? ' is' : 's are'} running.`
  const held =
    positions === 0 ? 'No position is open.' : `${positions} position${positions === 1 ? ' is' : 's are'} open.`
  return `${bots} ${held}`
}
