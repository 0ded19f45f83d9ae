// A tick touches only the levels it has reached. Each steps its account, and what all of them want is one batch.

import type { Effect, LimitLevel } from '@trading-bot/core/trading/account/state/effect'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Paise, Token } from '@trading-bot/core/units'
import { connectionOf, type Execution } from './execution.ts'
import type { Market } from './market.ts'
import { priceLevels, type PriceLevels } from './price-levels.ts'
import { stepAccount } from './take-input.ts'

// A signal or a crash of the market concerns thousands of accounts at once; stops must not wait for all of them.
const ACCOUNTS_PER_TURN = 200

/** A new price: every stop, target and limit it has reached becomes one recorded batch of exits. */
export function seePrice(execution: Execution, market: Market, token: Token, pricePaise: Paise): void {
  const sinceMs = execution.setup.clock.nowMs()
  market.context.lastPaise.set(token, pricePaise)
  reachLevels(market, token)
  lookAtLimits(execution)
  void execution.carryOut({ kind: 'tick', sinceMs })
}

/** Steps the accounts whose levels the last price has reached. */
export function reachLevels({ context, levels }: Market, token: Token): void {
  const lastPaise = context.lastPaise.get(token)
  if (lastPaise !== undefined) levels.get(token)?.see(lastPaise)
}

/** Steps accounts whose share of a limit is used up or whose holdings have changed: some now, the others in the next turns. */
function lookAtLimits(execution: Execution): void {
  const { limitsToLookAt, accounts, setup } = execution
  let left = ACCOUNTS_PER_TURN
  for (const account of limitsToLookAt) {
    if (left-- === 0) {
      setup.timers.after(0, () => {
        if (execution.isStopped) return
        lookAtLimits(execution)
        void execution.carryOut()
      })
      return
    }
    limitsToLookAt.delete(account)
    if (accounts.get(account.instance.id) === account) stepAccount(execution, account, { kind: 'LIMITS' })
  }
}

export function levelsOf({ levels }: Market, token: Token): PriceLevels {
  let known = levels.get(token)
  if (!known) levels.set(token, (known = priceLevels()))
  return known
}

/** Watches the levels of a position in the place of those before. */
export function watchPosition(
  execution: Execution,
  account: ManagedAccount,
  { position, levels }: Effect & { do: 'WATCH' },
): void {
  const connection = connectionOf(execution, account)
  for (const cancel of connection.levels.get(position.id) ?? []) cancel()
  if (levels.length === 0) return void connection.levels.delete(position.id)
  const { id: positionId, token } = position
  const of = levelsOf(connection.market, token)
  const cancels = levels.map(({ level, side, paise }) =>
    of[side](paise, () => void stepAccount(execution, account, { kind: 'LEVEL', positionId, level })),
  )
  connection.levels.set(positionId, cancels)
}

/** Watches the prices at which the account's limits must be looked at, in the place of those before. */
export function watchLimits(execution: Execution, account: ManagedAccount, levels: readonly LimitLevel[]): void {
  const connection = connectionOf(execution, account)
  for (const cancel of connection.limitLevels) cancel()
  connection.limitLevels = levels.map(({ token, side, paise }) =>
    levelsOf(connection.market, token)[side](paise, () => void execution.limitsToLookAt.add(account)),
  )
}
