import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../../../strategies/signal.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { Paise, Quantity, Token } from '../../../units.ts'
import { decideOrders } from '../../decide-orders.ts'
import { rollSession } from '../../roll-session.ts'
import type { Slot } from '../../trading-account.ts'
import { decideExit, decidePart } from '../exits/follow-exit.ts'
import { firstSlice } from '../orders/entry-slices.ts'
import { newOrder } from '../orders/new-order.ts'
import { openPosition } from '../orders/open-position.ts'
import { ENTRY_AGE_LIMIT_MS, submit } from '../orders/order-queue.ts'
import type { BarDecision } from '../state/bar-decision.ts'
import { foldSlot } from '../state/fold-slot.ts'
import { heldQuantity, leavingQuantity, type LivePosition } from '../state/live-position.ts'
import { type ManagedAccount, ownPositions, slotOf } from '../state/managed-account.ts'
import { meetWaitingEntry } from './limit-entries.ts'

/** What a strategy's signal at a bar's close makes of this account. */
export function decide(account: ManagedAccount, decision: BarDecision): void {
  const { core, context } = account
  const { token, startMs: timeMs, prices, part } = decision
  const slot = slotOf(account, token)
  const closePaise = decision.closePaise ?? context.lastPaise.get(token)
  if (!slot || closePaise === undefined) return
  if (timeMs >= slot.sessionKnownUntilMs) rollSession(core, slot, timeMs)
  const own = ownPositions(account, token)
  const decidedAtMs = timeMs + MINUTE_MS
  const isBusy =
    slot.pendingSide !== 0 || own.some(({ exitReason }) => exitReason !== null) || (own.length > 0 && slot.side === 0)
  const isAllowed = mayEnter(account, token)
  // A signal for the other side closes the position, even when a new entry is not allowed.
  const signal = isAllowed && !isBusy ? decision.signal : exitsOf(decision.signal)
  if (isBusy && isAllowed) meetWaitingEntry(account, slot, decision)
  const leaving = slot.pendingPart
  decideOrders(core, slot, { signal, closePaise, timeMs, closedAtMs: decidedAtMs, size: decision.share, prices, part })
  const { pendingExit: reason } = slot
  if (reason !== null) for (const position of own) decideExit(account, position, { reason, decidedAtMs })
  else if (slot.pendingPart > leaving) leaveInPart(account, own, slot.pendingPart - leaving, decidedAtMs)
  if (slot.pendingSide !== 0 && !isBusy) enter(account, slot, decision, closePaise)
}

/** An entry in slices is several positions: the first ones give theirs first. */
function leaveInPart(
  account: ManagedAccount,
  own: readonly LivePosition[],
  quantity: Quantity,
  decidedAtMs: number,
): void {
  let left = quantity
  for (const position of own) {
    const staying = Math.abs(heldQuantity(position)) - leavingQuantity(position)
    if (left === 0 || staying <= 0 || position.exitReason !== null) continue
    const part = Math.min(left, staying)
    if (part === staying) decideExit(account, position, { reason: 'SIGNAL', decidedAtMs })
    else decidePart(account, position, part, decidedAtMs)
    left -= part
  }
  if (own[0]) foldSlot(account, own[0].token)
}

/** Another entry that was decided while one waited at its limit; not once its price is outdated. */
export function decideAgain(account: ManagedAccount, decision: BarDecision): void {
  const closedAtMs = decision.startMs + MINUTE_MS
  if (account.context.nowMs - closedAtMs < ENTRY_AGE_LIMIT_MS) decide(account, decision)
}

/** Sends the entry that the slot has decided. */
function enter(account: ManagedAccount, slot: Slot, decision: BarDecision, pricePaise: Paise): void {
  if (slot.pendingSide === 0) return
  const { token } = slot.instrument
  const { pendingSide: direction, pendingReason: reason, pendingUntilMs: squareOffAtMs } = slot
  const position = openPosition(account, { token, direction, entryReason: reason, squareOffAtMs })
  const { quantity, slicing } = firstSlice(account, slot.instrument, slot.pendingQuantity)
  const order = newOrder(account, {
    position,
    side: direction === 1 ? 'BUY' : 'SELL',
    quantity,
    purpose: 'ENTRY',
    reason,
    decidedAtMs: decision.startMs + MINUTE_MS,
    pricePaise,
    inputs: { ...decision.inputs, ...slicing },
  })
  submit(account, order)
}

function exitsOf(signal: number): number {
  const opposite = ((signal & ENTER_SHORT) !== 0 ? EXIT_LONG : 0) | ((signal & ENTER_LONG) !== 0 ? EXIT_SHORT : 0)
  return (signal & ~(ENTER_LONG | ENTER_SHORT)) | opposite
}

function mayEnter({ instance, isReconciled, context }: ManagedAccount, token: Token): boolean {
  const isCurrent = context.nowMs < instance.entriesUntilMs
  return instance.isRunning && isReconciled && isCurrent && !context.staleTokens.has(token)
}
