import { dropEntry, settleEntry, uncountEntry } from '@trading-bot/core/trading/settle-entry'
import type { Token } from '@trading-bot/core/units'
import { settleExit, settleSliceExit } from '@trading-bot/core/trading/settle-exit'
import { followExit } from '../positions/follow-exit.ts'
import { ENTRY_AGE_LIMIT_MS, pumpQueue, submitSoon } from './order-gateway.ts'
import { brokerDayOf } from '../accounts/broker-day.ts'
import { type ManagedAccount, ownPositions, slotOf } from '../accounts/managed-account.ts'
import { hasStopped, type LiveEngine, noteHolding, notifyOwner, type OrderEventInput } from '../live-engine.ts'
import { chargesOf, filledQuantity, filledValuePaise, isEnded, isLost, type LiveOrder } from './live-order.ts'
import { chargesSoFarPaise, entryOf, heldQuantity, type LivePosition, netPaise } from '../positions/live-position.ts'
import { enterNextSlice, restOfEntry, tryInSlices } from './entry-slices.ts'
import { newOrder } from './new-order.ts'
import { protectPosition } from '../positions/protect-position.ts'
import { watchBare } from '../positions/watch-bare.ts'
import { noteClosedByHand } from '../strategies/closed-by-hand.ts'

/** An order is over: books charges, updates the position and starts what follows. */
export function endOrder(engine: LiveEngine, account: ManagedAccount, order: LiveOrder, input: OrderEventInput): void {
  const position = account.positions.get(order.positionId)
  if (!position) throw new Error(`order ${order.id} belongs to no position`)
  if (input.event === 'filled' || input.event === 'notFound') order.code = input.code ?? null
  order.endedAtMs = engine.setup.clock.nowMs()
  order.reported = null
  order.charges = chargesOf(order)
  account.cancels.delete(order.id)
  if (order.purpose === 'ENTRY' && input.isRetryable && tryAgain(engine, account, position, order)) {
    void engine.writeBehindQueue.write({ changedOrders: [order] })
    return
  }
  if (tryInSlices(engine, account, position, order)) {
    void engine.writeBehindQueue.write({ changedOrders: [order] })
    return
  }
  if (order.purpose === 'ENTRY') endEntry(engine, account, position, order)
  else endExit(engine, account, position, order)
  void engine.writeBehindQueue.write({ changedOrders: [order], positions: [position] })
  followExit(engine, account, position)
  pumpQueue(engine, account)
}

const TRIES = 3
// The broker's rate window of one second plus a margin.
const NEXT_WINDOW_MS = 1_100

/** Resends an entry that a busy broker rejected under a new id, while its price is still current. */
function tryAgain(engine: LiveEngine, account: ManagedAccount, position: LivePosition, order: LiveOrder): boolean {
  const { clock, timers } = engine.setup
  const isCurrent = () => clock.nowMs() - order.decidedAtMs < ENTRY_AGE_LIMIT_MS && account.instance.isRunning
  if (order.attempt >= TRIES || !isCurrent() || order.isLate) return false
  timers.after(NEXT_WINDOW_MS, () => {
    if (hasStopped(engine, account)) return
    if (!isCurrent() || position.exitReason !== null) {
      endEntry(engine, account, position, order)
      void engine.writeBehindQueue.write({ positions: [position] })
      return
    }
    const { side, quantity, purpose, reason, decidedAtMs, pricePaise, inputs } = order
    const next = newOrder(engine, account, {
      position,
      side,
      quantity,
      purpose,
      reason,
      decidedAtMs,
      pricePaise,
      inputs,
    })
    submitSoon(engine, [{ account, order: next }])
  })
  return true
}

function endEntry(engine: LiveEngine, account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  const slot = slotOf(account, position.token)
  const quantity = filledQuantity(order)
  if (order.isLate && quantity > 0) {
    // The slot may hold another position by now, so a late fill is kept as an orphaned position and closed.
    position.openedAtMs = order.fills[0]?.atMs ?? order.endedAtMs
    notifyOwner(engine, account, 'STRAY', 'An order that the broker had lost was placed after all; it is being closed.')
    return
  }
  if (quantity === 0) {
    if (slot && slot.wantedSide !== 0 && !order.isLate) {
      if (slot.wantedPrices?.limitPaise !== undefined) uncountEntry(account.core, slot.wantedPrices.limitUntilMs)
      dropEntry(account.core, slot)
    }
    // A stop that was placed for shares that were only reported is taken back first.
    if (!position.orders.every(isEnded)) return
    position.closedAtMs = order.endedAtMs
    noteHolding(engine, account, position.token, ownPositions(account, position.token).length > 0)
    if (!isLost(order)) account.positions.delete(position.id)
    if (!order.isLate) replaceEntry(account, position.token)
    return
  }
  account.replacing.delete(position.token)
  position.openedAtMs = order.fills[0]?.atMs ?? order.endedAtMs
  const rest = restOfEntry(engine, account, order)
  if (slot && slot.wantedSide !== 0) {
    const valuePaise = filledValuePaise(order)
    const filled = { quantity, valuePaise, rest }
    settleEntry(account.core, slot, valuePaise / quantity, position.openedAtMs ?? 0, filled)
  }
  noteHolding(engine, account, position.token, true)
  // A stop or the owner may have closed everything before the entry ended.
  finishIfFlat(engine, account, position, order)
  if (position.closedAtMs === null) protectPosition(engine, account, position)
  if (rest > 0) enterNextSlice(engine, account, order)
}

/** Another entry that was decided while this one waited at its limit. */
function replaceEntry({ replacing }: ManagedAccount, token: Token): void {
  const again = replacing.get(token)
  replacing.delete(token)
  again?.()
}

function endExit(engine: LiveEngine, account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  if (filledQuantity(order) > 0) {
    // Each exit carries the profit of its own part and the last one the remainder, so that they add up exactly.
    const alreadyPaise = position.orders.reduce((sum, other) => sum + (other === order ? 0 : (other.pnlPaise ?? 0)), 0)
    order.pnlPaise = heldQuantity(position) === 0 ? netPaise(position) - alreadyPaise : gainOfPart(position, order)
  }
  finishIfFlat(engine, account, position, order)
}

function finishIfFlat(engine: LiveEngine, account: ManagedAccount, position: LivePosition, last: LiveOrder): void {
  // An order that is still open is cancelled first (follow-exit.ts).
  const isOver = heldQuantity(position) === 0 && position.orders.every(isEnded)
  if (isOver && position.closedAtMs === null) finishPosition(engine, account, position, last)
}

function gainOfPart(position: LivePosition, order: LiveOrder): number {
  const { quantity, valuePaise } = entryOf(position)
  if (quantity === 0) return 0
  const costPaise = Math.round((valuePaise * filledQuantity(order)) / quantity)
  return position.direction * (filledValuePaise(order) - costPaise) - (order.charges?.totalPaise ?? 0)
}

function finishPosition(engine: LiveEngine, account: ManagedAccount, position: LivePosition, order: LiveOrder): void {
  const { core } = account
  const slot = slotOf(account, position.token)
  position.closedAtMs = order.endedAtMs
  for (const cancel of account.levels.get(position.id) ?? []) cancel()
  account.levels.delete(position.id)
  account.exitTimers.get(position.id)?.()
  account.exitTimers.delete(position.id)
  account.shortages.delete(position.id)
  watchBare(engine, account, position, () => {})
  account.trailedAtMs.delete(position.id)
  const isOwn = slot !== undefined && slot.side === position.direction && !position.isOrphaned
  if (isOwn && slot.quantity > entryOf(position).quantity) {
    const { quantity, valuePaise: entryValuePaise } = entryOf(position)
    settleSliceExit(core, slot, { quantity, entryValuePaise, netPaise: netPaise(position) })
  } else if (isOwn) {
    const valuePaise =
      entryOf(position).valuePaise + position.direction * (netPaise(position) + chargesSoFarPaise(position))
    settleExit(core, slot, {
      pricePaise: 0,
      atMs: order.endedAtMs ?? 0,
      reason: position.exitReason ?? 'CORRECTION',
      filled: { valuePaise, chargesPaise: chargesSoFarPaise(position) },
    })
  }
  const pot = position.direction === 1 ? core.longPot : core.shortPot
  const missingPaise = (isOwn ? 0 : netPaise(position)) - position.bookedPaise
  pot.realisedPaise += missingPaise
  core.realisedPaise += missingPaise
  position.bookedPaise = netPaise(position)
  const isStillHolding = ownPositions(account, position.token).length > 0
  noteHolding(engine, account, position.token, isStillHolding)
  noteClosedByHand(engine, account, position)
  // What may still appear at the broker needs its position until the end of the day (claim-strays.ts).
  const { adopted } = brokerDayOf(engine, account.instance.userId)
  if (!position.orders.some((each) => isLost(each) || adopted.has(each.id))) account.positions.delete(position.id)
}
