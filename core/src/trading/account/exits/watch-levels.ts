// Stop, target and the next move of a trailing stop are watched by price level: a tick costs nothing until it reaches one.

import { SECOND_MS } from '../../../time.ts'
import type { Level, WatchedLevel } from '../state/effect.ts'
import { exitOrderOf, type LivePosition } from '../state/live-position.ts'
import type { ManagedAccount } from '../state/managed-account.ts'
import { setTimer, watch } from '../state/want.ts'
import { decideExit, followExit } from './follow-exit.ts'
import { nextTrailPaise, trailStop } from './trail-stop.ts'

// A stop at the exchange has this long to fill after its price was passed, before we turn it into a marketable order.
const EXCHANGE_FIRST_MS = 2 * SECOND_MS

/** Watches the position's levels in the place of those before; the last price may have reached one already. */
export function watchLevels(account: ManagedAccount, position: LivePosition): void {
  const { token, direction, stopPaise, targetPaise, openedAtMs } = position
  const isLong = direction === 1
  const levels: WatchedLevel[] = []
  if (stopPaise !== null) levels.push({ level: 'STOP', side: isLong ? 'below' : 'above', paise: stopPaise })
  if (targetPaise !== null) levels.push({ level: 'TARGET', side: isLong ? 'above' : 'below', paise: targetPaise })
  const trailPaise = nextTrailPaise(account, position)
  if (trailPaise !== null) levels.push({ level: 'TRAIL', side: isLong ? 'above' : 'below', paise: trailPaise })
  watch(account, position, levels)
  // A price from before the entry was filled has not reached anything.
  const isSince = account.context.acceptedAtMs(token) >= (openedAtMs ?? Infinity)
  if (isSince) account.effects.push({ do: 'SEE_LAST_PRICE', token })
}

export function reachLevel(account: ManagedAccount, position: LivePosition, level: Level): void {
  const decidedAtMs = account.context.nowMs
  switch (level) {
    case 'STOP':
      // No stop rests while a part of the position leaves.
      if ((exitOrderOf(position)?.triggerPaise ?? null) === null)
        return decideExit(account, position, { reason: 'STOP_LOSS', decidedAtMs })
      return setTimer(account, EXCHANGE_FIRST_MS, { what: 'STOP_PASSED', positionId: position.id })
    case 'TARGET':
      return decideExit(account, position, { reason: 'TARGET', decidedAtMs })
    case 'TRAIL':
      return trail(account, position)
  }
}

/** The exchange has had its time to fill the stop. */
export function passStop(account: ManagedAccount, position: LivePosition): void {
  decideExit(account, position, { reason: 'STOP_LOSS', decidedAtMs: account.context.nowMs })
  followExit(account, position)
}

/** Moves a trailing stop after the price, as soon as that may be, and watches for the next move. */
export function trail(account: ManagedAccount, position: LivePosition): void {
  const waitMs = trailStop(account, position)
  if (waitMs > 0) return setTimer(account, waitMs, { what: 'TRAIL', positionId: position.id })
  if (position.exitReason === null && position.closedAtMs === null) watchLevels(account, position)
}
