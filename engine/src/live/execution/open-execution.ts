import type { Book } from '../book/book.ts'
import { carryOutEffects } from './carry-out.ts'
import type { Execution, ExecutionSetup } from './execution.ts'

type Opening = Omit<Book, 'accounts' | 'users' | 'isStopped'> & { readonly setup: ExecutionSetup }

/** An execution without accounts yet. */
export function openExecution({ setup, ...book }: Opening): Execution {
  const execution: Execution = {
    ...book,
    setup,
    accounts: new Map(),
    users: new Map(),
    connections: new WeakMap(),
    limitsToLookAt: new Set(),
    illegalEvents: new Map(),
    journals: new Map(),
    takenIds: [],
    stepped: [],
    carryOut: (cause) => carryOut(cause),
    isStopped: false,
  }
  const carryOut = carryOutEffects(execution)
  return execution
}
