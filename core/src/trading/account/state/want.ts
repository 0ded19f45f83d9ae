// The words with which the parts of the machine ask for effects.

import type { Token } from '../../../units.ts'
import type { OrderEventInput } from './context.ts'
import type { Count, Notice, ReconcileDifference, Records, Timer, WatchedLevel } from './effect.ts'
import type { LiveOrder } from './live-order.ts'
import type { LivePosition } from './live-position.ts'
import type { ManagedAccount } from './managed-account.ts'

export function record(account: ManagedAccount, records: Records): void {
  account.effects.push({ do: 'RECORD', records })
}

/** Returns false if the owner was told the same in this session. */
export function notifyOwner(account: ManagedAccount, kind: Notice['kind'], sentence: string): boolean {
  const key = `${account.core.sessionNumber}:${kind}:${sentence}`
  if (account.notified.has(key)) return false
  account.notified.add(key)
  record(account, { notices: [{ instanceId: account.instance.id, kind, sentence }] })
  return true
}

export function lookUpSoon(account: ManagedAccount, inMs: number): void {
  account.effects.push({ do: 'LOOK_UP', inMs })
}

export function setTimer(account: ManagedAccount, inMs: number, timer: Timer, key: string | null = null): void {
  account.effects.push({ do: 'SET_TIMER', key, inMs, timer })
}

export function clearTimer(account: ManagedAccount, key: string): void {
  account.effects.push({ do: 'CLEAR_TIMER', key })
}

export function watch(account: ManagedAccount, position: LivePosition, levels: readonly WatchedLevel[]): void {
  position.isWatched = true
  account.effects.push({ do: 'WATCH', position, levels })
}

/** Whether the account holds or enters the instrument; its limits are looked at again. */
export function noteHolding(account: ManagedAccount, token: Token): void {
  const { positions, core } = account
  let isHolding = false
  for (const position of positions.values()) isHolding ||= position.token === token && position.closedAtMs === null
  account.effects.push({ do: 'HOLD', token, isHolding })
  if (core.hasNetLimits) account.effects.push({ do: 'LOOK_AT_LIMITS' })
}

export function count(account: ManagedAccount, what: Count): void {
  account.effects.push({ do: 'COUNT', what })
}

export function noteDifference(account: ManagedAccount, difference: ReconcileDifference): void {
  count(account, { kind: 'difference', difference })
}

/** Settled within this step, once the current function is done. */
export function raise(account: ManagedAccount, order: LiveOrder, event: OrderEventInput): void {
  account.context.raised.push({ kind: 'ORDER_EVENT', order, event })
}
