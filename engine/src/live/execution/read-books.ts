import { SECOND_MS } from '@trading-bot/core/time'
import type { Input } from '@trading-bot/core/trading/account/state/input'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Answer, Broker } from '../../ports.ts'
import { connectionOf, type Execution } from './execution.ts'
import { stepAccount } from './take-input.ts'

const TRY_AGAIN_MS = 3 * SECOND_MS

/** Reads the books of an account; an error is reported and the reading repeated. */
export function readBooks(execution: Execution, account: ManagedAccount, withPositions: boolean): void {
  const { broker, lookUp } = connectionOf(execution, account)
  const read = fetchBooks(broker, withPositions).catch((error: unknown): Input => {
    execution.setup.onError(`the books of ${account.instance.id} could not be read`, error)
    return { kind: 'NO_BOOKS', orders: [], refusal: null }
  })
  void read.then((input) => {
    if (!stepAccount(execution, account, input)) lookUp.soon(TRY_AGAIN_MS)
    void execution.carryOut()
  })
}

/** Positions first, so that our fills never lag behind them. */
async function fetchBooks(broker: Broker, withPositions: boolean): Promise<Input> {
  const positions = withPositions ? await broker.positions() : null
  const orders = await broker.orderBook()
  if (orders.kind !== 'answered') return { kind: 'NO_BOOKS', orders: [], refusal: refusalOf(orders) }
  const trades = await broker.tradeBook()
  if (trades.kind !== 'answered') return { kind: 'NO_BOOKS', orders: orders.value, refusal: refusalOf(trades) }
  const net = positions?.kind === 'answered' ? positions.value : null
  return { kind: 'BOOKS', books: { orders: orders.value, trades: trades.value, positions: net } }
}

function refusalOf(answer: Exclude<Answer<unknown>, { kind: 'answered' }>): string | null {
  return answer.kind === 'refused' ? answer.sentence : null
}
