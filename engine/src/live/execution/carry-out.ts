// Every order is durable before it is sent: what is recorded comes back as an input, and only then is placed.

import type { Effect } from '@trading-bot/core/trading/account/state/effect'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import type { LivePosition } from '@trading-bot/core/trading/account/state/live-position'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Token } from '@trading-bot/core/units'
import { hasStopped } from '../book/book.ts'
import { changeAtBroker, place } from './call-broker.ts'
import type { DecisionCause } from './engine-telemetry.ts'
import { connectionOf, type Execution } from './execution.ts'
import type { Market } from './market.ts'
import { readBooks } from './read-books.ts'
import { reportCount, reportIllegal } from './report-counts.ts'
import { reachLevels, watchLimits, watchPosition } from './see-price.ts'
import { clearTimer, setTimer, waitForPrice } from './set-timer.ts'
import { stepAccount } from './take-input.ts'

const NOTHING_RECORDED = Promise.resolve()

/** Carries out what stepped accounts want done, each account's effects in their order. */
export function carryOutEffects(execution: Execution): Execution['carryOut'] {
  const { stepped } = execution
  let isBusy = false
  return (cause) => {
    // Whoever carries out already takes those that have come meanwhile.
    if (isBusy || stepped.length === 0) return NOTHING_RECORDED
    isBusy = true
    const submitted: Submitted[] = []
    // Indexes, since carrying one out may add others.
    for (let next = 0; next < stepped.length; next++) {
      const account = stepped[next]!
      const { effects } = account
      for (let index = 0; index < effects.length; index++) {
        const effect = effects[index]!
        if (hasStopped(execution, account)) break
        if (effect.do === 'SUBMIT') submitted.push({ account, order: effect.order, position: effect.position })
        else carrySafely(execution, account, effect)
      }
      effects.length = 0
    }
    stepped.length = 0
    isBusy = false
    return submitted.length === 0 ? NOTHING_RECORDED : recordNew(execution, submitted, cause)
  }
}

type Other = Exclude<Effect, { do: 'SUBMIT' }>

/** An effect that fails affects no other, and no other account. */
function carrySafely(execution: Execution, account: ManagedAccount, effect: Other): void {
  try {
    carryOne(execution, account, effect)
  } catch (error) {
    execution.setup.onError(`${effect.do} of ${account.instance.id} could not be carried out`, error)
  }
}

// An account that is being handed over waits for no book, no price and no time any more.
const WAITS: ReadonlySet<Effect['do']> = new Set([
  'LOOK_UP',
  'READ_BOOKS',
  'SET_TIMER',
  'WAIT_FOR_PRICE',
  'WATCH',
  'WATCH_LIMITS',
  'LOOK_AT_LIMITS',
  'SEE_LAST_PRICE',
  'HOLD',
])

function carryOne(execution: Execution, account: ManagedAccount, effect: Other): void {
  const connection = connectionOf(execution, account)
  if (connection.isClosed && WAITS.has(effect.do)) return
  switch (effect.do) {
    case 'RECORD':
      return void execution.writeBehindQueue.write(effect.records)
    case 'SEND':
      return recordSending(execution, account, effect.orders)
    case 'PLACE':
      return place(execution, account, effect)
    case 'CHANGE':
      return changeAtBroker(execution, account, effect)
    case 'LOOK_UP':
      return connection.lookUp.soon(effect.inMs)
    case 'READ_BOOKS':
      return readBooks(execution, account, effect.withPositions)
    case 'SET_TIMER':
      return setTimer(execution, account, effect)
    case 'CLEAR_TIMER':
      return clearTimer(connection, effect.key)
    case 'WAIT_FOR_PRICE':
      return waitForPrice(execution, account, effect)
    case 'WATCH':
      return watchPosition(execution, account, effect)
    case 'WATCH_LIMITS':
      return watchLimits(execution, account, effect.levels)
    case 'LOOK_AT_LIMITS':
      return void execution.limitsToLookAt.add(account)
    case 'SEE_LAST_PRICE':
      return reachLevels(connection.market, effect.token)
    case 'HOLD':
      return noteHolder(connection.market, account, effect.token, effect.isHolding)
    case 'CLOSED_BY_HAND':
      return noteClosedByHand(connection.market, account, effect.token)
    case 'COUNT':
      return reportCount(execution, account, effect.what)
    case 'REPORT_ILLEGAL':
      return reportIllegal(execution, effect.order, effect.event)
  }
}

type Submitted = {
  readonly account: ManagedAccount
  readonly order: LiveOrder
  readonly position: LivePosition
}

/** Records a decision for all its accounts in one statement. */
async function recordNew(execution: Execution, submitted: readonly Submitted[], cause?: DecisionCause): Promise<void> {
  const { clock, telemetry } = execution.setup
  const sinceMs = clock.nowMs()
  const newOrders = submitted.map(({ order }) => order)
  const positions = submitted.map(({ position }) => position)
  const { refused } = await execution.writeBehindQueue.write({ newOrders, positions })
  telemetry?.onCommitted(cause ?? { kind: 'other', sinceMs }, submitted.length, clock.nowMs())
  for (const { account, order } of submitted)
    stepAccount(execution, account, { kind: 'RECORDED', order, isDenied: refused.has(order.id) })
  void execution.carryOut()
}

/** Records that orders of the queue are being sent. */
function recordSending(execution: Execution, account: ManagedAccount, sendings: readonly LiveOrder[]): void {
  void execution.writeBehindQueue.write({ sendings }).then(({ refused }) => {
    for (const order of sendings)
      stepAccount(execution, account, { kind: 'RECORDED', order, isDenied: refused.has(order.id) })
    void execution.carryOut()
  })
}

function noteHolder({ holders }: Market, account: ManagedAccount, token: Token, isHolding: boolean): void {
  let accounts = holders.get(token)
  if (!accounts) holders.set(token, (accounts = new Set()))
  if (isHolding) accounts.add(account)
  else accounts.delete(account)
}

/** Its strategy is told at the next bar close. */
function noteClosedByHand({ closedByHand }: Market, { instance }: ManagedAccount, token: Token): void {
  const noted = closedByHand.get(instance.runnerKey)
  if (noted) noted.add(token)
  else closedByHand.set(instance.runnerKey, new Set([token]))
}
