import type { Context, Tuning } from '@trading-bot/core/trading/account/state/context'
import type { Ids } from '../../ports/ids.ts'
import type { Book } from '../book/book.ts'
import { clientIdOf } from '../book/client-id.ts'
import { carryOutEffects } from './carry-out.ts'
import type { Execution, ExecutionSetup } from './execution.ts'
import { priceWitness } from './price-witness.ts'

type Opening = Omit<Book, 'context' | 'accounts' | 'users' | 'isStopped'> & {
  readonly setup: ExecutionSetup & { readonly ids: Ids; readonly tuning?: Tuning }
}

/** An execution without accounts yet. */
export function openExecution({ setup, ...book }: Opening): Execution {
  const witness = priceWitness()
  const takenIds: string[] = []
  const context: Context = {
    nowMs: setup.clock.nowMs(),
    raised: [],
    lastPaise: new Map(),
    acceptedAtMs: witness.acceptedAtMs,
    staleTokens: new Set(),
    instruments: new Map(),
    freezes: new Map(),
    nextId: () => {
      const id = setup.ids.next()
      takenIds.push(id)
      return id
    },
    clientIdOf,
    tuning: setup.tuning ?? {},
  }
  const execution: Execution = {
    ...book,
    setup,
    context,
    accounts: new Map(),
    users: new Map(),
    connections: new WeakMap(),
    holders: new Map(),
    levels: new Map(),
    witness,
    limitsToLookAt: new Set(),
    closedByHand: new Map(),
    illegalEvents: new Map(),
    journals: new Map(),
    takenIds,
    stepped: [],
    carryOut: (cause) => carryOut(cause),
    isStopped: false,
  }
  const carryOut = carryOutEffects(execution)
  return execution
}
