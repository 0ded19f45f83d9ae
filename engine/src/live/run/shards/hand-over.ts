import { SECOND_MS } from '@trading-bot/core/time'
import { type ManagedAccount, openOrders } from '@trading-bot/core/trading/account/state/managed-account'
import { takeInput } from '../../execution/take-input.ts'
import { detachAccount } from '../accounts/add-account.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import { closeIdleRunners } from '../strategies/close-idle-runners.ts'

const ANSWERS_WITHIN_MS = 2 * SECOND_MS
const LOOK_EVERY_MS = 25

/**
 * Gives shards to whoever claims them next: nothing new is decided or sent, answers under way are awaited and recorded,
 * and only then are the leases released. Orders that were recorded and not sent are sent by the next holder.
 */
export async function handOver(engine: LiveEngine, shards: readonly number[]): Promise<void> {
  const leaving = [...engine.accounts.values()].filter(({ instance }) => shards.includes(instance.shard))
  for (const account of leaving) {
    takeInput(engine, account, { kind: 'HAND_OVER' })
    detachAccount(engine, account)
  }
  await untilAnswered(engine, leaving)
  for (const account of leaving) account.isGone = true
  await engine.writeBehindQueue.write({})
  if (!engine.isStopped) engine.setup.telemetry?.onFenceChange('released', shards.length)
  for (const shard of shards) {
    engine.leases.delete(shard)
    engine.loadingShards.delete(shard)
  }
  closeIdleRunners(engine)
  await engine.leaseHolder.release(shards)
}

async function untilAnswered({ setup: { clock, timers } }: LiveEngine, accounts: readonly ManagedAccount[]) {
  const untilMs = clock.nowMs() + ANSWERS_WITHIN_MS
  while (clock.nowMs() < untilMs && accounts.some(isAwaitingAnswer)) {
    await new Promise<void>((resolve) => void timers.after(LOOK_EVERY_MS, resolve))
  }
}

function isAwaitingAnswer(account: ManagedAccount): boolean {
  return openOrders(account).some(({ isInFlight }) => isInFlight)
}
