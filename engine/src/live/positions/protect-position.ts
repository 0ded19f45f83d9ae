import { type AccountOrder, type ManagedAccount, slotOf } from '../accounts/managed-account.ts'
import { type LiveEngine, levelsOf } from '../live-engine.ts'
import type { LivePosition } from './live-position.ts'
import { decideExit } from './close-position.ts'
import { submitSoon } from '../orders/order-gateway.ts'

/** Watches the position's stop and target by price level, from its first share on. */
export function protectPosition(engine: LiveEngine, account: ManagedAccount, position: LivePosition): void {
  const protection = slotOf(account, position.token)?.protection
  if (position.isOrphaned || position.exitReason !== null || !protection) return
  const levels = levelsOf(engine, position.token)
  const { stopPaise, targetPaise } = protection
  const hasStop = stopPaise > 0 && stopPaise < Infinity
  const hasTarget = targetPaise > 0 && targetPaise < Infinity
  position.stopPaise = hasStop ? stopPaise : null
  position.targetPaise = hasTarget ? targetPaise : null
  const exitFor = (reason: 'STOP_LOSS' | 'TARGET') => () => {
    const decidedAtMs = engine.setup.clock.nowMs()
    const order = decideExit(engine, account, position, { reason, decidedAtMs })
    if (order) engine.triggered.push(order)
  }
  const isLong = position.direction === 1
  account.levels.set(position.id, [
    ...(hasStop ? [(isLong ? levels.below : levels.above)(stopPaise, exitFor('STOP_LOSS'))] : []),
    ...(hasTarget ? [(isLong ? levels.above : levels.below)(targetPaise, exitFor('TARGET'))] : []),
  ])
  const lastPaise = engine.lastPaise.get(position.token)
  if (lastPaise !== undefined) seePrice(engine, position.token, lastPaise)
}

/** A new price: every stop and target it has reached becomes one recorded batch of exits. */
export function seePrice(engine: LiveEngine, token: string, pricePaise: number): void {
  engine.lastPaise.set(token, pricePaise)
  engine.levels.get(token)?.see(pricePaise)
  if (engine.triggered.length === 0) return
  const batch: AccountOrder[] = engine.triggered.splice(0)
  submitSoon(engine, batch)
}
