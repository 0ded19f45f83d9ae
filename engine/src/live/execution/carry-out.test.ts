import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { openLiveBench, WITH_STOP } from '../testing/open-live-bench.ts'

test('an effect that fails is reported, and everything after it is carried out', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  const { holders } = bench.engine().markets.real
  const add = holders.set.bind(holders)
  holders.clear()
  holders.set = () => {
    holders.set = add
    throw new Error('no room')
  }
  await bench.signal(ENTER_LONG)
  expect(bench.errors).toContain('HOLD of bot could not be carried out')
  expect(bench.broker.lines).toHaveLength(1)
  await bench.pass(SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'ENTRY', state: 'ACKNOWLEDGED' })
})

test('a call that fails without an answer has an unknown outcome, and the order is looked up', async () => {
  const bench = await openLiveBench()
  bench.broker.answers = [
    () => {
      throw new Error('broken')
    },
  ]
  await bench.signal(ENTER_LONG)
  expect(bench.last()).toMatchObject({ state: 'UNKNOWN', code: 'NO_ANSWER', detail: 'broken' })
  await bench.trade(60 * SECOND_MS)
  expect(bench.last()).toMatchObject({ state: 'LOST', code: 'NOT_PLACED' })
})

test('a journal that cannot be written is given up, and its account trades on', async () => {
  let lines = 0
  const journalOf = () => () => {
    if (++lines > 1) throw new Error('the disk is full')
  }
  const bench = await openLiveBench({ journalOf })
  await bench.signal(ENTER_LONG)
  expect(bench.last()).toMatchObject({ purpose: 'ENTRY', state: 'ACKNOWLEDGED' })
  expect(bench.errors).toEqual(['the journal of user could not be written'])
})
