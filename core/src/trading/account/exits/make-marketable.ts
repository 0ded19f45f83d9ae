import { tickAtOrAbove, tickAtOrBelow } from '../../../instrument.ts'
import type { Paise, Quantity } from '../../../units.ts'
import { modifyOrder } from '../orders/change-order.ts'
import { isAboutPrice } from '../orders/refused-changes.ts'
import type { LiveOrder } from '../state/live-order.ts'
import type { LivePosition } from '../state/live-position.ts'
import { instrumentOf, type ManagedAccount } from '../state/managed-account.ts'

// How far from the last price a marketable order is set, a little further each time it has not filled.
const PROTECTION_BPS = 50
const MOST_PROTECTION_BPS = 300
// Without prices an exit follows its own limit no further than this from where it was decided.
const BLIND_SHARE = 0.1

/** Turns the order into a limit order that the market takes at once, or moves its price there. */
export function makeMarketable(
  account: ManagedAccount,
  position: LivePosition,
  order: LiveOrder,
  quantity: Quantity,
): void {
  const lastPaise = marketOf(account, order)
  const tickPaise = instrumentOf(account, order.token)?.tickPaise ?? 5
  const isMoving = order.limitPaise !== null
  const nextBps = Math.min(MOST_PROTECTION_BPS, isMoving ? order.protectionBps + PROTECTION_BPS : PROTECTION_BPS)
  // The last price is inside the exchange's limits, whatever they are.
  const bps = order.refusals?.isExit && isAboutPrice(order.refusals) ? 0 : nextBps
  const limitPaise =
    order.side === 'BUY'
      ? tickAtOrBelow(lastPaise * (1 + bps / 10_000), tickPaise)
      : tickAtOrAbove(lastPaise * (1 - bps / 10_000), tickPaise)
  if (limitPaise === order.limitPaise && quantity === order.quantity) {
    // Nothing would change; the next look comes after the same while.
    order.changedAtMs = account.context.nowMs
    return
  }
  order.protectionBps = bps
  order.reason = position.exitReason ?? 'SIGNAL'
  modifyOrder(account, order, { quantity, triggerPaise: null, limitPaise })
}

/** Without prices, an exit that does not fill has been passed by the market: its own limit is the better guess. */
function marketOf({ context }: ManagedAccount, order: LiveOrder): Paise {
  const { token, side, pricePaise, limitPaise, triggeredAtMs } = order
  const lastPaise = context.lastPaise.get(token) ?? pricePaise
  const isOld = triggeredAtMs !== null && context.acceptedAtMs(token) < triggeredAtMs
  if (limitPaise === null || !(isOld || context.staleTokens.has(token))) return lastPaise
  const beyondPaise = side === 'SELL' ? Math.min(lastPaise, limitPaise) : Math.max(lastPaise, limitPaise)
  const furthestPaise = pricePaise * (side === 'SELL' ? 1 - BLIND_SHARE : 1 + BLIND_SHARE)
  return side === 'SELL' ? Math.max(beyondPaise, furthestPaise) : Math.min(beyondPaise, furthestPaise)
}
