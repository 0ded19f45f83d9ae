import { hasNewSettings } from '@trading-bot/core/trading/account/decisions/change-settings'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { type ManagedAccount, mayBeExposed } from '@trading-bot/core/trading/account/state/managed-account'
import type { Cancel } from '../../../ports/timers.ts'
import { takeInput } from '../../execution/take-input.ts'
import type { LiveEngine } from '../engine/live-engine.ts'
import { followersOf, marketOf } from '../engine/running-market.ts'
import { sessionStart } from '../scheduling/session-start.ts'
import { closeIdleRunners } from '../strategies/close-idle-runners.ts'
import { openRunner } from '../strategies/open-runner.ts'
import { addAccount, dropAccount } from './add-account.ts'

const LOOK_AGAIN_MS = 1_000

/** Applies starts, stops, pauses and new settings of bots while the engine runs. */
export function followInstances(engine: LiveEngine): Cancel {
  const { store, timers, onError } = engine.setup
  let wanted: Set<string> | 'all' = new Set()
  const waiting = new Set<string>()
  let stopLooking: Cancel = () => {}
  let isBusy = false
  const apply = async (): Promise<void> => {
    if (isBusy || engine.isStopped) return
    isBusy = true
    while (wanted === 'all' || wanted.size > 0) {
      const ids = wanted === 'all' ? null : [...wanted]
      wanted = new Set()
      try {
        for (const id of await engine.inTurn(() => update(engine, ids))) waiting.add(id)
      } catch (error) {
        onError('failed to apply a change of bot instances', error)
        wanted = 'all'
        await new Promise<void>((resolve) => void timers.after(1_000, resolve))
      }
    }
    isBusy = false
    stopLooking()
    if (waiting.size > 0) stopLooking = timers.after(LOOK_AGAIN_MS, lookAgain)
  }
  // No notification says that an account has become flat, so waiting settings are checked again periodically.
  const lookAgain = (): void => {
    for (const id of waiting) {
      const account = engine.accounts.get(id)
      if (account && mayBeExposed(account)) continue
      waiting.delete(id)
      if (wanted !== 'all') wanted.add(id)
    }
    void apply()
  }
  const stopWatching = store.watch((id) => {
    if (id === null) wanted = 'all'
    else if (wanted !== 'all') wanted.add(id)
    void apply()
  })
  return () => {
    stopWatching()
    stopLooking()
  }
}

/** Returns the instances whose new settings have to wait. */
async function update(engine: LiveEngine, ids: readonly string[] | null): Promise<readonly string[]> {
  if (engine.isStopped) return []
  const found = await engine.setup.store.instances(ids, [...engine.leases.keys()])
  const byId = new Map(found.map((instance) => [instance.id, instance]))
  const waiting: string[] = []
  for (const instance of found) {
    const account = engine.accounts.get(instance.id)
    if (account) {
      if (!(await change(engine, account, instance))) waiting.push(instance.id)
    } else await loadAccount(engine, instance.id)
  }
  for (const id of ids ?? [...engine.accounts.keys()]) {
    const account = engine.accounts.get(id)
    // An account with a lost order stays, because the order may still appear at the broker.
    if (account && !byId.has(id) && !mayBeExposed(account)) dropAccount(engine, account)
  }
  closeIdleRunners(engine)
  return waiting
}

/** Loads the account from the store, so that neither a stop nor new settings reset the day's orders and losses. */
async function loadAccount(engine: LiveEngine, id: string): Promise<void> {
  // Pending writes must be stored first, because the load below has to include them.
  await engine.writeBehindQueue.write({})
  const stored = await engine.setup.store.accounts([id], sessionStart(engine.setup))
  if (engine.isStopped) return
  for (const account of stored) await addAccount(engine, account)
}

/** Returns false if the new settings have to wait. */
async function change(engine: LiveEngine, account: ManagedAccount, instance: BotInstance): Promise<boolean> {
  const mustWait = hasNewSettings(account.instance, instance)
  if (mustWait && !mayBeExposed(account)) {
    dropAccount(engine, account)
    await loadAccount(engine, instance.id)
    return true
  }
  takeInput(engine, account, { kind: 'SETTINGS', instance })
  if (mustWait) return false
  const runner = await openRunner(engine, instance)
  if (runner) followersOf(marketOf(engine, instance), runner.key).add(account)
  return true
}
