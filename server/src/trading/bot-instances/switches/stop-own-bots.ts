import { setTimeout as pause } from 'node:timers/promises'
import type { stopOwnBots as spec } from '@trading-bot/contract/rest/trading/bots'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { countOpenPositions } from '../../orders/index.ts'
import { listOpenPositions } from '../positions/open-positions.ts'
import { stopUserBots } from './stop-user-bots.ts'

// Positions close within moments; the answer waits no longer than a trader on the phone would.
const LOOKS = 12
const LOOK_EVERY_MS = 250

export const stopOwnBots: UseCase<typeof spec> = async (context, { close_positions: closePositions }) => {
  const { db, actor } = context
  const { userId } = actor
  const { stopped } = await db
    .transaction()
    .execute((tx) => stopUserBots(tx, context, { userId, closePositions, reason: null }))
  let open = await countOpenPositions(db, userId)
  for (let look = 0; closePositions && open > 0 && look < LOOKS; look++) {
    await pause(LOOK_EVERY_MS)
    open = await countOpenPositions(db, userId)
  }
  const held = await listOpenPositions(db, context, { userId })
  const names = stopped.map(({ name }) => name)
  return {
    message: `${stoppedText(names)} ${openText(open, closePositions)}`,
    stopped: names,
    open_positions: open,
    still_open: held.map(({ quantity, symbol }) => `${quantity} ${symbol}`),
  }
}

function stoppedText(names: readonly string[]): string {
  return names.length === 0 ? 'No bot was running.' : `Stopped: ${names.join(', ')}.`
}

export function openText(open: number, isClosing: boolean): string {
  if (open === 0) return 'No position is open.'
  const positions = `${open} position${open === 1 ? ' is' : 's are'}`
  return isClosing ? `${positions} still being closed.` : `${positions} still managed until closed.`
}
