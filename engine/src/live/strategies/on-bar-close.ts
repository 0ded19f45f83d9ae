import type { Token } from '@trading-bot/core/units'
import { closeStep } from '@trading-bot/core/trading/close-step'
import { decideOrders } from '@trading-bot/core/trading/decide-orders'
import { markPosition } from '@trading-bot/core/trading/mark-position'
import { rollSession } from '@trading-bot/core/trading/roll-session'
import type { Slot } from '@trading-bot/core/trading/trading-account'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { BuiltBar } from '../../feed/built-bar.ts'
import { closeOnLimit } from '../accounts/check-limits.ts'
import { meetWaitingEntry } from '../orders/limit-entries.ts'
import { ENTRY_AGE_LIMIT_MS, submitOrders, submitSoon } from '../orders/order-gateway.ts'
import { decideExit } from '../positions/follow-exit.ts'
import { type AccountOrder, type ManagedAccount, ownPositions, slotOf } from '../accounts/managed-account.ts'
import type { LiveEngine } from '../live-engine.ts'
import { firstSlice } from '../orders/entry-slices.ts'
import { newOrder } from '../orders/new-order.ts'
import { heldQuantity, isEntering, type LivePosition } from '../positions/live-position.ts'
import { openPosition } from '../positions/open-position.ts'
import { keepStates } from './keep-states.ts'
import { closeIdleRunnersSoon } from './close-idle-runners.ts'
import { tellClosedByHand } from './closed-by-hand.ts'
import { type Decision, NO_DECISION, type StrategyRunner } from './strategy-runner.ts'

export type ClosedMinute = {
  readonly token: Token
  readonly startMs: number
  /** Null for a minute without trades. */
  readonly bar: BuiltBar | null
  readonly isBackfilled: boolean
}
type RunnerDecision = Decision & { readonly runnerKey: string; readonly closed: ClosedMinute }

const ENTRIES = ENTER_LONG | ENTER_SHORT

/**
 * Processes the end of one minute in the order of the backtest kernel: mark all positions, check limits
 * over the whole account, then ask each strategy runner once for all its instances.
 */
export async function onBarClose(engine: LiveEngine, minutes: readonly ClosedMinute[]): Promise<void> {
  const batch: AccountOrder[] = []
  for (const account of valueHolders(engine, minutes)) {
    closeStep(account.core)
    closeOnLimit(engine, account, closeMs(minutes[0]!), batch)
  }
  tellClosedByHand(engine)
  closeIdleRunnersSoon(engine)
  for (const decision of await askRunners(engine, minutes)) {
    if (decision.signal === 0 || decision.closed.isBackfilled) continue
    for (const account of engine.followers.get(decision.runnerKey) ?? []) decideFor(engine, account, decision, batch)
  }
  if (engine.isStopped) return
  keepStates(engine)
  // Minutes that were read back ended long ago: how late they are says nothing about the engine.
  const isLive = minutes.some(({ isBackfilled }) => !isBackfilled)
  const sinceMs = Math.max(...minutes.map(closeMs))
  await submitOrders(engine, batch, { kind: isLive ? 'bar' : 'other', sinceMs })
}

function valueHolders(engine: LiveEngine, minutes: readonly ClosedMinute[]): Set<ManagedAccount> {
  const touched = new Set<ManagedAccount>()
  for (const { token, bar } of minutes) {
    if (!bar) continue
    for (const account of engine.holders.get(token) ?? []) {
      const slot = slotOf(account, token)
      if (!slot) continue
      if (bar.startMs >= slot.sessionKnownUntilMs) {
        rollSession(account.core, slot, bar.startMs)
        engine.limitWatch.changed.add(account)
      }
      // A last print that nobody has confirmed yet is no price to value a position at.
      const isDoubted = engine.witness.isDoubting(token)
      const closePaise = isDoubted ? (engine.lastPaise.get(token) ?? bar.closePaise) : bar.closePaise
      if (slot.side !== 0) markPosition(account.core, slot, closePaise)
      touched.add(account)
    }
  }
  return touched
}

async function askRunners(engine: LiveEngine, minutes: readonly ClosedMinute[]): Promise<readonly RunnerDecision[]> {
  const asked: Promise<RunnerDecision>[] = []
  const decided: RunnerDecision[] = []
  for (const runner of engine.runners.values()) {
    for (const closed of minutes) {
      if (!runner.tokens.has(closed.token)) continue
      const decision = askRunner(runner, closed)
      const key = { runnerKey: runner.key, closed }
      if (decision instanceof Promise) asked.push(decision.then((made) => ({ ...made, ...key })))
      else if (decision.signal !== 0) decided.push({ ...decision, ...key })
    }
  }
  return asked.length === 0 ? decided : [...decided, ...(await Promise.all(asked))]
}

function askRunner(runner: StrategyRunner, { token, startMs, bar, isBackfilled }: ClosedMinute) {
  if (bar) return runner.step(token, bar, isBackfilled)
  return runner.stepEmpty?.(token, startMs) ?? NO_DECISION
}

function decideFor(engine: LiveEngine, account: ManagedAccount, decision: RunnerDecision, batch: AccountOrder[]): void {
  const { token, startMs: timeMs, bar } = decision.closed
  const { core } = account
  const slot = slotOf(account, token)
  const closePaise = bar?.closePaise ?? engine.lastPaise.get(token)
  if (!slot || closePaise === undefined) return
  if (timeMs >= slot.sessionKnownUntilMs) rollSession(core, slot, timeMs)
  const own = ownPositions(account, token)
  const decidedAtMs = closeMs(decision.closed)
  const isBusy =
    slot.wantedSide !== 0 || own.some(({ exitReason }) => exitReason !== null) || (own.length > 0 && slot.side === 0)
  const signal = mayEnter(engine, account, token) && !isBusy ? decision.signal : decision.signal & ~ENTRIES
  // A signal for the other side closes the position, even when a new entry is not allowed.
  const allowed = signal === decision.signal ? signal : signal | oppositeExit(decision.signal)
  if (isBusy && mayEnter(engine, account, token)) renewOrReplace(engine, account, slot, decision)
  decideOrders(core, slot, {
    signal: allowed,
    closePaise,
    timeMs,
    closedAtMs: decidedAtMs,
    size: decision.share ?? null,
    prices: decision.prices ?? null,
  })
  for (const position of own) {
    const reason = slot.wantedExit ?? (isLeavingEarly(position, allowed) ? 'SIGNAL' : null)
    const order = reason && decideExit(engine, account, position, { reason, decidedAtMs })
    if (order) batch.push(order)
  }
  if (slot.wantedSide === 0 || isBusy) return
  const position = openPosition(engine, account, token, slot.wantedSide)
  const { quantity, slicing } = firstSlice(engine, slot.instrument, slot.wantedQuantity)
  const order = newOrder(engine, account, {
    position,
    side: slot.wantedSide === 1 ? 'BUY' : 'SELL',
    quantity,
    purpose: 'ENTRY',
    reason: slot.wantedReason,
    decidedAtMs,
    pricePaise: closePaise,
    inputs: { ...decision.inputs, ...slicing },
  })
  batch.push({ account, order })
}

/** An entry while one with a limit waits at the broker. */
function renewOrReplace(engine: LiveEngine, account: ManagedAccount, slot: Slot, decision: RunnerDecision): void {
  const { signal, closed } = decision
  const side = (signal & ENTER_LONG) !== 0 ? 1 : (signal & ENTER_SHORT) !== 0 ? -1 : null
  if (side === null) return
  const closedAtMs = closeMs(closed)
  const again = () => {
    if (engine.setup.clock.nowMs() - closedAtMs >= ENTRY_AGE_LIMIT_MS) return
    const batch: AccountOrder[] = []
    decideFor(engine, account, decision, batch)
    submitSoon(engine, batch)
  }
  meetWaitingEntry(engine, account, slot, { decision, side, timeMs: closed.startMs, closedAtMs, again })
}

/** Shares of an entry that is still on its way; the kernel's position is whole or not there. */
function isLeavingEarly(position: LivePosition, signal: number): boolean {
  const exits = position.direction === 1 ? EXIT_LONG | ENTER_SHORT : EXIT_SHORT | ENTER_LONG
  return (signal & exits) !== 0 && isEntering(position) && heldQuantity(position) !== 0
}

function oppositeExit(signal: number): number {
  return ((signal & ENTER_SHORT) !== 0 ? EXIT_LONG : 0) | ((signal & ENTER_LONG) !== 0 ? EXIT_SHORT : 0)
}

function mayEnter(engine: LiveEngine, { instance, isReconciled }: ManagedAccount, token: Token): boolean {
  const isCurrent = engine.setup.clock.nowMs() < instance.entriesUntilMs
  return instance.isRunning && isReconciled && isCurrent && !engine.staleTokens.has(token)
}

function closeMs({ startMs }: ClosedMinute): number {
  return startMs + MINUTE_MS
}
