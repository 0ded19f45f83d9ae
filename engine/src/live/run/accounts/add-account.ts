import { openJournal, type Journal } from '@trading-bot/core/trading/account/journal/open-journal'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import { openAccount, RATE_CAP } from '@trading-bot/core/trading/account/state/open-account'
import type { StoredAccount } from '@trading-bot/core/trading/account/state/stored-account'
import type { UserId } from '@trading-bot/core/units'
import { userOf } from '../../book/book.ts'
import { connect, disconnect } from '../../execution/connect.ts'
import { takeInput } from '../../execution/take-input.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import { followersOf, marketOf } from '../engine/running-market.ts'
import { openRunner } from '../strategies/open-runner.ts'
import { subscribeInstruments } from './subscribe-instruments.ts'

const REASONS = { enterLong: 'long', enterShort: 'short', exitLong: 'exit long', exitShort: 'exit short' }

/** Adds an account to the engine: opens its broker, protects its positions and subscribes it to its strategy runner. */
export async function addAccount(engine: LiveEngine, stored: StoredAccount): Promise<void> {
  const { setup, datedRules } = engine
  const { instance } = stored
  const market = marketOf(engine, instance)
  const { context } = market
  engine.shardOf.set(instance.id, instance.shard)
  const instruments = await subscribeInstruments(engine, market, stored)
  const runner = await openRunner(engine, instance)
  const user = userOf(engine, instance.userId)
  // An answer that arrived while the user's accounts were handed over may have left a part of a day here.
  if (user.accounts.size === 0) user.day = null
  const rateCap = setup.tuning?.rateCap ?? RATE_CAP
  const nowMs = setup.clock.nowMs()
  const terms = { fillModel: setup.fillModel, reasons: runner?.reasons ?? REASONS }
  const journal = journalOf(engine, instance.userId)
  const rules = { ...(journal?.recordCalendar(datedRules) ?? datedRules), ...terms }
  const account = openAccount({ stored, instruments, rules, context, user, nowMs, rateCap })
  journal?.opened(account, { atMs: nowMs, stored, instruments, ...terms, rateCap })
  engine.accounts.set(instance.id, account)
  user.accounts.add(account)
  if (runner) followersOf(market, runner.key).add(account)
  connect(engine, account, { broker: setup.openBroker(stored), market }, rateCap.second)
  takeInput(engine, account, { kind: 'BEGIN', sentToday: stored.sentToday })
}

/** The journal of a user, begun with the first of their accounts; undefined for users who keep none. */
function journalOf({ journals, setup }: LiveEngine, userId: UserId): Journal | undefined {
  const known = journals.get(userId)
  const write = known ? null : setup.journalOf?.(userId)
  if (!write) return known
  const journal = openJournal(write)
  journals.set(userId, journal)
  return journal
}

/** It neither runs nor holds anything. */
export function dropAccount(engine: LiveEngine, account: ManagedAccount): void {
  takeInput(engine, account, { kind: 'DROP' })
  detachAccount(engine, account)
}

/** No bar, price, timer or setting reaches the account any more. */
export function detachAccount(engine: LiveEngine, account: ManagedAccount): void {
  disconnect(engine, account)
  engine.journals.get(account.instance.userId)?.left(account)
  engine.accounts.delete(account.instance.id)
  account.user.accounts.delete(account)
  followersOf(marketOf(engine, account.instance), account.instance.runnerKey).delete(account)
}
