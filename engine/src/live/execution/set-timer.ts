import type { Effect } from '@trading-bot/core/trading/account/state/effect'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import { type Connection, connectionOf, type Execution } from './execution.ts'
import { levelsOf } from './see-price.ts'
import { stepAccount, takeInput } from './take-input.ts'

type SetTimer = Effect & { readonly do: 'SET_TIMER' }
type WaitForPrice = Effect & { readonly do: 'WAIT_FOR_PRICE' }

/** A timer with a key replaces the one before it. */
export function setTimer(execution: Execution, account: ManagedAccount, { key, inMs, timer }: SetTimer): void {
  const { timers } = connectionOf(execution, account)
  const id = key ?? Symbol('timer')
  timers.get(id)?.()
  const cancel = execution.setup.timers.after(inMs, () => {
    timers.delete(id)
    takeInput(execution, account, { kind: 'TIMER', timer })
  })
  timers.set(id, cancel)
}

export function clearTimer({ timers }: Connection, key: string): void {
  timers.get(key)?.()
  timers.delete(key)
}

/** Runs at its time, or as soon as the price has left the band. */
export function waitForPrice(
  execution: Execution,
  account: ManagedAccount,
  { key, inMs, token, belowPaise, abovePaise, positionId }: WaitForPrice,
): void {
  const connection = connectionOf(execution, account)
  const levels = levelsOf(connection.market, token)
  const left = () => {
    clearTimer(connection, key)
    stepAccount(execution, account, { kind: 'TIMER', timer: { what: 'PRICE_LEFT', positionId } })
  }
  const due = () => {
    clearTimer(connection, key)
    takeInput(execution, account, { kind: 'TIMER', timer: { what: 'FOLLOW_EXIT', positionId } })
  }
  clearTimer(connection, key)
  const cancels = [
    execution.setup.timers.after(inMs, due),
    levels.above(abovePaise, left),
    levels.below(belowPaise, left),
  ]
  connection.timers.set(key, () => {
    for (const cancel of cancels) cancel()
  })
}
