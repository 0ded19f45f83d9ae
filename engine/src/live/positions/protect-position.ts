import type { Paise, Token } from '@trading-bot/core/units'
import {
  stopLevelPaise,
  targetLevelPaise,
  trailedStopPaise,
  withNamedStop,
  withNamedTarget,
} from '@trading-bot/core/risk/protective-levels'
import { SECOND_MS } from '@trading-bot/core/time'
import { watchLimits } from '../accounts/check-limits.ts'
import { type AccountOrder, type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import { hasStopped, type LiveEngine, levelsOf } from '../live-engine.ts'
import { type Entry, entryOf, exitOrderOf, type LivePosition } from './live-position.ts'
import { decideExit, followExit } from './follow-exit.ts'
import { namedPrices } from '../orders/named-prices.ts'
import { submitSoon } from '../orders/order-gateway.ts'
import { watchTrail } from './trail-stop.ts'

// A stop at the exchange has this long to fill after its price was passed, before we turn it into a marketable order.
const EXCHANGE_FIRST_MS = 2 * SECOND_MS

/** Sets stop and target from what the books show of the entry, and watches both from the first share on. */
export function protectPosition(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  const isKnown = account.levels.has(position.id)
  const isChanged = setLevels(account, position, entryOf(position))
  if (isChanged || (!isKnown && entryOf(position).quantity > 0)) watchLevels(engine, account, position)
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

/** Watches the position's stop and target by price level, replacing levels that were watched before. */
export function watchLevels(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  for (const cancel of account.levels.get(position.id) ?? []) cancel()
  const { stopPaise, targetPaise } = position
  const levels = levelsOf(engine, position.token)
  const isLong = position.direction === 1
  const exit = (reason: 'STOP_LOSS' | 'TARGET') => {
    const order = decideExit(engine, account, position, { reason, decidedAtMs: engine.setup.clock.nowMs() })
    if (order) engine.triggered.push(order)
  }
  const stopReached = () => {
    if (exitOrderOf(position) === undefined) return exit('STOP_LOSS')
    engine.setup.timers.after(EXCHANGE_FIRST_MS, () => {
      if (hasStopped(engine, account) || position.closedAtMs !== null) return
      exit('STOP_LOSS')
      submitTriggered(engine, engine.setup.clock.nowMs())
      followExit(engine, account, position)
    })
  }
  account.levels.set(position.id, [
    ...(stopPaise === null ? [] : [(isLong ? levels.below : levels.above)(stopPaise, stopReached)]),
    ...(targetPaise === null ? [] : [(isLong ? levels.above : levels.below)(targetPaise, () => exit('TARGET'))]),
    ...watchTrail(engine, account, position, () => watchLevels(engine, account, position)),
  ])
  const lastPaise = engine.lastPaise.get(position.token)
  // A price from before the entry was filled has not reached anything.
  const isSince = engine.witness.acceptedAtMs(position.token) >= (position.openedAtMs ?? Infinity)
  if (lastPaise !== undefined && isSince) seePrice(engine, position.token, lastPaise)
}

/** A new price: every stop and target it has reached becomes one recorded batch of exits. */
export function seePrice(engine: LiveEngine, token: Token, pricePaise: Paise): void {
  const arrivedMs = engine.setup.clock.nowMs()
  engine.lastPaise.set(token, pricePaise)
  engine.levels.get(token)?.see(pricePaise)
  watchLimits(engine)
  submitTriggered(engine, arrivedMs)
}

function submitTriggered(engine: LiveEngine, arrivedMs: number): void {
  if (engine.triggered.length === 0) return
  const batch: AccountOrder[] = engine.triggered.splice(0)
  submitSoon(engine, batch, { kind: 'tick', sinceMs: arrivedMs })
}
