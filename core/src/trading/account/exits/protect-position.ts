import {
  stopLevelPaise,
  targetLevelPaise,
  trailedStopPaise,
  withNamedStop,
  withNamedTarget,
} from '../../../risk/protective-levels.ts'
import type { Paise } from '../../../units.ts'
import { type Entry, entryOf, type LivePosition } from '../state/live-position.ts'
import { type ManagedAccount, slotOf } from '../state/managed-account.ts'
import { namedPrices } from '../state/named-prices.ts'
import { watchLevels } from './watch-levels.ts'

/** Sets stop and target from what the books show of the entry, and watches both from the first share on. */
export function protectPosition(account: ManagedAccount, position: LivePosition): void {
  const isChanged = setLevels(account, position, entryOf(position))
  if (isChanged || (!position.isWatched && entryOf(position).quantity > 0)) watchLevels(account, position)
}

/** Returns true if stop or target has moved. */
export function setLevels(account: ManagedAccount, position: LivePosition, entry: Entry): boolean {
  const instrument = slotOf(account, position.token)?.instrument
  if (position.isOrphaned || position.exitReason !== null || entry.quantity === 0 || !instrument) return false
  const { targetBps } = account.core.rules.limits
  const { tickPaise } = instrument
  const { direction } = position
  const entryPaise = entry.valuePaise / entry.quantity
  const entered = position.orders.find(({ purpose }) => purpose === 'ENTRY')
  const named = entered ? namedPrices(entered) : null
  const ownPaise = targetBps === null ? null : targetLevelPaise(direction, entryPaise, targetBps, tickPaise)
  const stopPaise = withNamedStop(
    direction,
    stopOf(account, position, entryPaise, tickPaise),
    named?.stopPaise,
    tickPaise,
  )
  const targetPaise = withNamedTarget(direction, ownPaise, named?.targetPaise, tickPaise)
  if (stopPaise === position.stopPaise && targetPaise === position.targetPaise) return false
  position.stopPaise = stopPaise
  position.targetPaise = targetPaise
  return true
}

/** The tighter of the fixed and the trailing stop; one that has followed the price never goes back. */
function stopOf(
  { core }: ManagedAccount,
  { direction, stopPaise: before }: LivePosition,
  entryPaise: Paise,
  tickPaise: Paise,
): number | null {
  const { stopLossBps, trailingStopBps } = core.rules.limits
  const fixed = stopLossBps === null ? null : stopLevelPaise(direction, entryPaise, stopLossBps, tickPaise)
  if (trailingStopBps === null) return fixed
  const trailed = trailedStopPaise(direction, entryPaise, trailingStopBps, tickPaise)
  const stops = [fixed, trailed, before].filter((paise) => paise !== null)
  return direction === 1 ? Math.max(...stops) : Math.min(...stops)
}
