import { Button, Text } from '@mantine/core'
import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { closeAllPositions, closePosition } from '@trading-bot/contract/rest/trading/closing'
import { formatNumber } from '@trading-bot/core/format-number'
import { useState } from 'react'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { BOT_QUERIES } from './bot-queries.ts'
import classes from './close-positions.module.css'

const GOES_ON = 'Your bot keeps running and may open a new position on its next signal.'

/** Closes one position after a confirmation. While it is being closed there is nothing to press. */
export function ClosePosition({ position, size = 'xs' }: { position: OpenPosition; size?: 'xs' | 'md' }) {
  const { id, bot_id, symbol, side, quantity, is_closing, ownership } = position
  const [isAsking, setAsking] = useState(false)
  const close = useClosing(closePosition, () => setAsking(false))
  if (ownership === 'leaving') return <Text size="xs">Leaving the bot</Text>
  const shares = `${formatNumber(quantity)} share${quantity === 1 ? '' : 's'}`
  return (
    <>
      <Button
        size={size}
        variant="default"
        className={classes['above']}
        disabled={is_closing}
        aria-label={is_closing ? `${symbol} is being closed` : `Close ${symbol}`}
        onClick={() => setAsking(true)}
      >
        {is_closing ? 'Closing' : size === 'md' ? 'Close position' : 'Close'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Close ${symbol}?`}
        action="Close position"
        isSending={close.isPending}
        onConfirm={() => close.mutate({ id: bot_id, position_id: id })}
        onClose={() => setAsking(false)}
      >
        {`${shares} ${quantity === 1 ? 'is' : 'are'} ${side === 'LONG' ? 'sold' : 'bought back'} at the market price now. ${GOES_ON}`}
      </ConfirmDialog>
    </>
  )
}

export function CloseAllPositions({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  const close = useClosing(closeAllPositions, () => setAsking(false))
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Close all
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={count === 1 ? 'Close the open position?' : `Close all ${count} positions?`}
        action="Close all"
        isSending={close.isPending}
        onConfirm={() => close.mutate({})}
        onClose={() => setAsking(false)}
      >
        {`Everything your bots hold is sold or bought back at the market price now. ${GOES_ON} To stop them as well, use “Stop everything”.`}
      </ConfirmDialog>
    </>
  )
}

function useClosing<C extends typeof closePosition | typeof closeAllPositions>(spec: C, onDone: () => void) {
  return useCall(spec, {
    refresh: BOT_QUERIES,
    onDone: ({ message, still_open }) => {
      notify(still_open.length > 0 ? 'info' : 'success', message)
      onDone()
    },
  })
}
