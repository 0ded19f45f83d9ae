import type { Journal } from '@trading-bot/core/trading/account/journal/open-journal'
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
  const { setup, stepped, journals, takenIds } = execution
  if (account.effects.length === 0) stepped.push(account)
  const isJournaled = journals.has(account.instance.userId)
  takenIds.length = 0
  try {
    if (isJournaled) writeJournal(execution, account, (journal) => journal.begin(account))
    step(account, setup.clock.nowMs(), input)
    if (isJournaled) writeJournal(execution, account, (journal) => journal.stepped(account, input, takenIds))
    setup.onStep?.(account, input)
    return true
  } catch (error) {
    // One account's failure affects no other.
    account.context.raised.length = 0
    const order = 'order' in input ? input.order : undefined
    setup.onError(`${input.kind} of ${account.instance.id} could not be processed`, error, order)
    return false
  }
}

/** A journal that cannot be written is given up: it must never keep an account from its input. */
function writeJournal(
  { journals, setup }: Execution,
  { instance }: ManagedAccount,
  write: (journal: Journal) => void,
): void {
  const journal = journals.get(instance.userId)
  if (!journal) return
  try {
    write(journal)
  } catch (error) {
    journals.delete(instance.userId)
    setup.onError(`the journal of ${instance.userId} could not be written`, error)
  }
}
