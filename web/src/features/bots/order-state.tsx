import { Badge } from '@mantine/core'
import type { Trade } from '@trading-bot/contract/rest/trading/bots'

/** The order's state in a trader's words; amber while the order is open. */
const STATES = {
  created: ['Decided', 'yellow'],
  sending: ['Being sent', 'yellow'],
  acknowledged: ['At the broker', 'yellow'],
  partially_filled: ['Partly filled', 'yellow'],
  resting: ['Stop at the exchange', 'yellow'],
  modifying: ['Being changed', 'yellow'],
  cancelling: ['Being cancelled', 'yellow'],
  unknown: ['Not confirmed', 'yellow'],
  filled: ['Filled', 'green'],
  denied: ['Not sent', 'gray'],
  rejected: ['Rejected', 'red'],
  cancelled: ['Cancelled', 'gray'],
  expired: ['Expired', 'gray'],
} as const satisfies Record<Trade['state'], readonly [string, string]>

export const ORDER_STATE_WORDS = Object.fromEntries(
  Object.entries(STATES).map(([state, [word]]) => [state, word]),
) as Readonly<Record<Trade['state'], string>>

export function OrderState({ state }: { state: Trade['state'] }) {
  const [word, color] = STATES[state]
  return (
    <Badge variant="light" color={color} flex="none" data-status={state}>
      {word}
    </Badge>
  )
}
