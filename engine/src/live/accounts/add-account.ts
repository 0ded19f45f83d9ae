import type { UserId } from '@trading-bot/core/units'
import type { AccountRules } from '@trading-bot/core/trading/trading-account'
import { DENIALS } from '@trading-bot/core/risk/denial'
import { redatePositions } from '../scheduling/follow-calendar.ts'
import { closeRequested } from '../positions/close-on-request.ts'
import { followExit } from '../positions/follow-exit.ts'
import { limitRules } from './apply-own-limits.ts'
import { brokerDayOf, restoreBrokerDay, withKnownTags } from './broker-day.ts'
import { lookUpTimer } from './look-up-timer.ts'
import { type ManagedAccount, openManagedAccount } from './managed-account.ts'
import { type LiveEngine, noteHolding, notifyOwner } from '../live-engine.ts'
import { filledQuantity, isEnded, isLost, isOverRow } from '../orders/live-order.ts'
import { heldQuantity, isEntering } from '../positions/live-position.ts'
import type { StoredAccount } from '../live-store.ts'
import { protectPosition } from '../positions/protect-position.ts'
import { noteReport } from '../positions/reported-fills.ts'
import { lookUpBooks } from '../orders/reconcile-orders.ts'
import { subscribeInstruments } from './subscribe-instruments.ts'
import { openRunner } from '../strategies/open-runner.ts'

const REASONS = { enterLong: 'long', enterShort: 'short', exitLong: 'exit long', exitShort: 'exit short' }

/** Adds an account to the engine: opens its broker, protects its positions and subscribes it to its strategy runner. */
export async function addAccount(engine: LiveEngine, stored: StoredAccount): Promise<void> {
  const { instance } = stored
  engine.shardOf.set(instance.id, instance.shard)
  const instruments = await subscribeInstruments(engine, stored)
  const runner = await openRunner(engine, instance)
  const account: ManagedAccount = openManagedAccount({
    stored,
    instruments,
    rules: rulesOf(engine, stored, runner?.reasons ?? REASONS, () => account),
    broker: engine.setup.openBroker(stored),
    lookUp: lookUpTimer(engine.setup.clock, engine.setup.timers, () => lookUpBooks(engine, account)),
    nowMs: engine.setup.clock.nowMs(),
    rateCap: engine.setup.tuning?.rateCap,
  })
  // An answer that arrived while the user's accounts were handed over may have left a part of a day here.
  if (engine.brokerDays.has(instance.userId) && !hasAccountOf(engine, instance.userId))
    engine.brokerDays.delete(instance.userId)
  engine.accounts.set(instance.id, account)
  if (runner) followersOf(engine, runner.key).add(account)
  const day = brokerDayOf(engine, instance.userId)
  restoreBrokerDay(day, stored.sentToday)
  account.stopWatching = account.broker.watchOrders({
    onOrder: (update) => {
      const today = brokerDayOf(engine, instance.userId)
      withKnownTags(today, [update])
      noteReport(engine, account, update)
      // A trade of the owner may have changed what is there to sell.
      if (update.clientId === '' && !today.orderIds.has(update.brokerOrderId)) account.positionsDueMs = 0
      if (isOverRow(update)) account.toldOverMs.set(update.brokerOrderId, engine.setup.clock.nowMs())
      account.lookUp.soon(0)
    },
    onGap: () => account.lookUp.soon(0),
  })
  redatePositions(engine, account)
  for (const position of Array.from(account.positions.values())) {
    if (position.closedAtMs !== null) continue
    if (heldQuantity(position) === 0 && position.orders.every(isEnded)) {
      // The process stopped between two steps or before a retry, so this order was never sent.
      position.closedAtMs = engine.setup.clock.nowMs()
      void engine.writeBehindQueue.write({ positions: [position] })
      if (!position.orders.some(isLost)) account.positions.delete(position.id)
      continue
    }
    noteHolding(engine, account, position.token, true)
    for (const order of Array.from(position.orders)) {
      // Every fill is stored; only the final state was not written before the crash.
      const isFull = !isEnded(order) && filledQuantity(order) === order.quantity
      if (isFull && (order.purpose === 'ENTRY' || !isEntering(position)))
        engine.onOrderEvent(account, order, { event: 'filled' })
    }
    protectPosition(engine, account, position)
  }
  const isUntouched = [...account.positions.values()].every(({ orders }) => orders.every(isEnded))
  // No order of ours can be at the broker, so there is nothing to reconcile.
  if (isUntouched && instance.mode === 'PAPER') account.isReconciled = true
  else account.lookUp.soon(0)
  closeRequested(engine, account)
  for (const position of Array.from(account.positions.values())) followExit(engine, account, position)
}

function hasAccountOf({ accounts }: LiveEngine, userId: UserId): boolean {
  for (const { instance } of accounts.values()) if (instance.userId === userId) return true
  return false
}

export function dropAccount(engine: LiveEngine, account: ManagedAccount): void {
  stopAccount(account)
  engine.accounts.delete(account.instance.id)
  followersOf(engine, account.instance.runnerKey).delete(account)
  for (const order of account.queue) engine.onOrderEvent(account, order, { event: 'deny', code: 'SWITCHED_OFF' })
}

export function stopAccount(account: ManagedAccount): void {
  account.lookUp.stop()
  account.stopPumpTimer()
  account.stopWatching()
  for (const cancel of account.exitTimers.values()) cancel()
  for (const { cancels } of account.bare.values()) for (const cancel of cancels) cancel()
}

export function followersOf({ followers }: LiveEngine, runnerKey: string): Set<ManagedAccount> {
  let accounts = followers.get(runnerKey)
  if (!accounts) followers.set(runnerKey, (accounts = new Set()))
  return accounts
}

function rulesOf(
  engine: LiveEngine,
  { instance }: StoredAccount,
  reasons: AccountRules['reasons'],
  accountOf: () => ManagedAccount,
): AccountRules {
  return {
    ...engine.datedRules,
    ...limitRules(instance),
    fillModel: engine.setup.fillModel,
    reasons,
    onTrade: () => {},
    onDenial: (code) => {
      if (code === 'DAILY_ORDERS_SPENT') notifyOwner(engine, accountOf(), 'LIMIT_REACHED', DENIALS[code])
    },
  }
}
