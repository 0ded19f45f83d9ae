import { expect, test, vi } from 'vitest'
import type { BrokerOrder } from '@trading-bot/core/broker'
import { SECOND_MS } from '@trading-bot/core/time'
import { brokerDayOf } from '@trading-bot/core/trading/account/state/managed-account'
import type { Answer } from '../../../ports.ts'
import { enterAndFill } from '../../testing/enter-and-fill.ts'
import { openLiveBench, WITH_STOP } from '../../testing/open-live-bench.ts'
import { showPositions } from '../../testing/trade-by-hand.ts'
import { addAccount } from '../accounts/add-account.ts'
import { sessionStart } from '../scheduling/session-start.ts'
import { handOver } from './hand-over.ts'

test('books that arrive after an account was handed over settle nothing here', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await enterAndFill(bench)
  showPositions(bench)
  await bench.trade(10 * SECOND_MS)
  const account = bench.account()!
  let answerBook: ((answer: Answer<readonly BrokerOrder[]>) => void) | undefined
  vi.spyOn(bench.broker, 'orderBook').mockImplementation(() => new Promise((resolve) => (answerBook = resolve)))
  account.positionsDueMs = 0
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  // The hand-over waits for the answer of a call.
  for (const { orders } of account.positions.values()) orders.at(-1)!.isInFlight = true
  void handOver(bench.engine(), [0])
  answerBook?.({ kind: 'answered', value: bench.broker.lines })
  await bench.pass(10 * SECOND_MS)
  // To an engine that has forgotten what the user's bots sent today, all of it would be the owner's.
  expect(bench.memory.rows.notices).toEqual([])
})

test('an answer that arrives while an account is handed over leaves nothing for its next stay', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  const entry = await enterAndFill(bench)
  await bench.trade(10 * SECOND_MS)
  const engine = bench.engine()
  const account = bench.account()!
  void handOver(engine, [0])
  brokerDayOf(account).orderIds.add('b1')
  await bench.pass(3 * SECOND_MS)
  const [stored] = await bench.memory.store.accounts(['bot'], sessionStart(engine.setup))
  await addAccount(engine, stored!)
  expect(brokerDayOf(bench.account()!).bought.get('3045')).toBe(entry.quantity)
})
