import type { Input } from '@trading-bot/core/trading/account/state/input'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import { step } from '@trading-bot/core/trading/account/step'
import { hasStopped } from '../book/book.ts'
import type { Execution } from './execution.ts'

/** Steps one account and carries out what it wants done. */
export function takeInput(execution: Execution, account: ManagedAccount, input: Input): void {
  stepAccount(execution, account, input)
  void execution.carryOut()
}

/** Steps one account; its effects wait for those of others, so that one decision is one batch. False if it failed. */
export function stepAccount(execution: Execution, account: ManagedAccount, input: Input): boolean {
  if (hasStopped(execution, account)) return true
  const { setup, context, stepped, journals, takenIds } = execution
  if (account.effects.length === 0) stepped.push(account)
  const journal = journals.get(account.instance.userId)
  takenIds.length = 0
  try {
    journal?.begin(account)
    step(account, setup.clock.nowMs(), input)
    journal?.stepped(account, input, takenIds)
    setup.onStep?.(account, input)
    return true
  } catch (error) {
    // One account's failure affects no other.
    context.raised.length = 0
    const order = 'order' in input ? input.order : undefined
    setup.onError(`${input.kind} of ${account.instance.id} could not be processed`, error, order)
    return false
  }
}
