// Limits are looked at on ticks without a look at every holder. An account with k positions registers, for each of
// them, the prices at which that position alone would use up a k-th of the distance to a limit: as long as no position
// has used its share, all of them together cannot have reached the limit. So a tick touches only the accounts whose
// share is used up; these are valued exactly, and either closed or given new levels.

import type { Paise } from '@trading-bot/core/units'
import { applyLimits } from '@trading-bot/core/trading/apply-limits'
import { markPosition } from '@trading-bot/core/trading/mark-position'
import { COST_GROWTH, costRoundingPaise } from '@trading-bot/core/trading/net-figure'
import { highestNetPaise, lowestNetPaise, netFigurePaise } from '@trading-bot/core/trading/net-figure'
import type { StoppedBy } from '@trading-bot/core/risk/limit-reached'
import type { Slot } from '@trading-bot/core/trading/trading-account'
import type { Cancel } from '../../ports/timers.ts'
import { type LiveEngine, levelsOf } from '../live-engine.ts'
import { submitSoon } from '../orders/order-gateway.ts'
import { decideExit } from '../positions/follow-exit.ts'
import type { AccountOrder, ManagedAccount } from './managed-account.ts'

// A signal or a crash of the market concerns thousands of accounts at once; stops must not wait for all of them.
const ACCOUNTS_PER_TURN = 200

/** Looks at accounts whose share is used up or whose holdings have changed: some now, the others in the next turns. */
export function watchLimits(engine: LiveEngine): void {
  const { changed } = engine.limitWatch
  let left = ACCOUNTS_PER_TURN
  for (const account of changed) {
    if (left-- === 0) return void engine.setup.timers.after(0, () => watchAgain(engine))
    changed.delete(account)
    lookAtLimits(engine, account)
  }
}

/** After the limits themselves have changed, without waiting for the next tick. */
export function checkLimitsNow(engine: LiveEngine, account: ManagedAccount): void {
  engine.limitWatch.changed.add(account)
  watchAgain(engine)
}

function watchAgain(engine: LiveEngine): void {
  if (engine.isStopped) return
  watchLimits(engine)
  if (engine.triggered.length > 0) submitSoon(engine, engine.triggered.splice(0))
}

/** Values the account at the last prices; closes it if a limit is reached, else sets its levels anew. */
function lookAtLimits(engine: LiveEngine, account: ManagedAccount): void {
  for (const cancel of engine.limitWatch.levels.get(account) ?? []) cancel()
  engine.limitWatch.levels.delete(account)
  const { core, instance } = account
  if (engine.accounts.get(instance.id) !== account || core.stoppedBy !== null) return
  const held = core.slots.filter(({ side }) => side !== 0)
  for (const slot of held) markPosition(core, slot, lastPaise(engine, slot))
  applyLimits(core)
  if (core.stoppedBy === null) setLevels(engine, account, held)
  else closeOnLimit(engine, account, engine.setup.clock.nowMs(), engine.triggered)
}

/** Right after a start a price may not be known yet; until it comes, the position counts at its entry. */
function lastPaise(engine: LiveEngine, { instrument, entryPaise }: Slot): number {
  return engine.lastPaise.get(instrument.token) ?? Math.round(entryPaise)
}

function setLevels(engine: LiveEngine, account: ManagedAccount, held: readonly Slot[]): void {
  const netPaise = netFigurePaise(account.core)
  const losePaise = (netPaise - lowestNetPaise(account.core)) / held.length
  const gainPaise = (highestNetPaise(account.core) - netPaise) / held.length
  const look = () => void engine.limitWatch.changed.add(account)
  const cancels: Cancel[] = []
  for (const slot of held) {
    const levels = levelsOf(engine, slot.instrument.token)
    const fromPaise = lastPaise(engine, slot)
    const fall = distancePaise(slot, slot.side === 1 ? losePaise : gainPaise)
    const rise = distancePaise(slot, slot.side === 1 ? gainPaise : losePaise)
    if (fall < fromPaise) cancels.push(levels.below(fromPaise - fall, look))
    if (rise < Infinity) cancels.push(levels.above(fromPaise + rise, look))
  }
  engine.limitWatch.levels.set(account, cancels)
}

/** How far the price may move before this share of the net figure can be used up; at least one paisa. */
function distancePaise(slot: Slot, sharePaise: Paise): number {
  const paise = (sharePaise - costRoundingPaise(slot)) / (COST_GROWTH * slot.quantity)
  return Math.max(Math.floor(paise), 1)
}

const SENTENCES = {
  DAILY_LOSS: 'Daily loss limit reached. Closing positions; no new trades today.',
  DAILY_PROFIT: 'Daily profit target reached. Closing positions; no new trades today.',
  WEEKLY_LOSS: 'Weekly loss limit reached. Closing positions; no new trades until Monday.',
  DRAWDOWN: 'Drawdown limit reached. Closing positions; no new trades today, nor later until you raise the limit.',
} as const satisfies Record<StoppedBy, string>

/** Records the limit that stopped the account and closes all its positions, once per session. */
export function closeOnLimit(
  engine: LiveEngine,
  account: ManagedAccount,
  decidedAtMs: number,
  batch: AccountOrder[],
): void {
  const { core, instance } = account
  if (core.stoppedBy === null) return
  const key = `stopped:${core.sessionNumber}`
  if (account.notified.has(key)) return
  account.notified.add(key)
  void engine.writeBehindQueue.write({
    stoppedDays: [{ instanceId: instance.id, sessionNumber: core.sessionNumber, by: core.stoppedBy }],
    notices: [{ instanceId: instance.id, kind: 'LIMIT_REACHED', sentence: SENTENCES[core.stoppedBy] }],
  })
  for (const position of Array.from(account.positions.values())) {
    if (position.closedAtMs !== null) continue
    const order = decideExit(engine, account, position, { reason: core.stoppedBy, decidedAtMs })
    if (order) batch.push(order)
  }
}
