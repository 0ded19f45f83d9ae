import { SECOND_MS } from '@trading-bot/core/time'
import { followersOf, stopAccount } from '../accounts/add-account.ts'
import type { ManagedAccount } from '../accounts/managed-account.ts'
import { type LiveEngine, noteHolding } from '../live-engine.ts'
import { closeIdleRunners } from '../strategies/close-idle-runners.ts'

const ANSWERS_WITHIN_MS = 2 * SECOND_MS
const LOOK_EVERY_MS = 25

/**
 * Gives shards to whoever claims them next: nothing new is decided or sent, answers under way are awaited and recorded,
 * and only then are the leases released. Orders that were recorded and not sent are sent by the next holder.
 */
export async function handOver(engine: LiveEngine, shards: readonly number[]): Promise<void> {
  const leaving = [...engine.accounts.values()].filter(({ instance }) => shards.includes(instance.shard))
  for (const account of leaving) detach(engine, account)
  await untilAnswered(engine, leaving)
  for (const account of leaving) account.isGone = true
  await engine.writeBehindQueue.write({})
  if (!engine.isStopped) engine.setup.telemetry?.onFenceChange('released', shards.length)
  for (const shard of shards) {
    engine.leases.delete(shard)
    engine.loadingShards.delete(shard)
  }
  closeIdleRunners(engine)
  await engine.seat.release(shards)
}

/** No bar, price, timer or setting reaches the account any more. */
function detach(engine: LiveEngine, account: ManagedAccount): void {
  const { instance, positions, levels } = account
  account.isDraining = true
  stopAccount(account)
  engine.accounts.delete(instance.id)
  engine.brokerDays.delete(instance.userId)
  followersOf(engine, instance.runnerKey).delete(account)
  for (const cancels of levels.values()) for (const cancel of cancels) cancel()
  levels.clear()
  for (const { token } of positions.values()) noteHolding(engine, account, token, false)
  for (const cancel of engine.limitWatch.levels.get(account) ?? []) cancel()
  engine.limitWatch.changed.delete(account)
}

async function untilAnswered({ setup: { clock, timers } }: LiveEngine, accounts: readonly ManagedAccount[]) {
  const untilMs = clock.nowMs() + ANSWERS_WITHIN_MS
  while (clock.nowMs() < untilMs && accounts.some(({ inFlight }) => inFlight.size > 0)) {
    await new Promise<void>((resolve) => void timers.after(LOOK_EVERY_MS, resolve))
  }
}
