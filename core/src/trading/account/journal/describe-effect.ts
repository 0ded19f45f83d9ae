import type { Effect } from '../state/effect.ts'
import { filledQuantity, type LiveOrder } from '../state/live-order.ts'
import { heldQuantity, type LivePosition } from '../state/live-position.ts'

/** An effect in one line, with what matters of its orders and positions at that moment. */
export function describeEffect({ do: what, ...rest }: Effect): string {
  return `${what} ${JSON.stringify(rest, describeValue)}`
}

function describeValue(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === Infinity ? '+infinity' : value
  if ('clientId' in value && 'fills' in value) return describeOrder(value as LiveOrder)
  if ('orders' in value && 'squareOffAtMs' in value) return describePosition(value as LivePosition)
  return value
}

export function describeOrder(order: LiveOrder): string {
  const { id, clientId, purpose, side, state, quantity, triggerPaise, limitPaise, pnlPaise } = order
  const prices = [triggerPaise, limitPaise, pnlPaise].map((paise) => paise ?? '-').join('/')
  return `${id} ${clientId} ${purpose} ${side} ${state} ${filledQuantity(order)}/${quantity} ${prices}`
}

function describePosition(position: LivePosition): string {
  const { id, token, stopPaise, targetPaise, exitReason, closedAtMs } = position
  return `${id} ${token} ${heldQuantity(position)} ${stopPaise ?? '-'}/${targetPaise ?? '-'} ${exitReason ?? '-'} ${closedAtMs ?? '-'}`
}
