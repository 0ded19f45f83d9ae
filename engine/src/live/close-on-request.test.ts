import { expect, test } from 'vitest'
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'

type Bench = Awaited<ReturnType<typeof openLiveBench>>

async function fillLast(bench: Bench): Promise<void> {
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
}

async function openPosition(options: Parameters<typeof openLiveBench>[0] = {}) {
  const bench = await openLiveBench(options)
  await bench.signal(ENTER_LONG)
  await fillLast(bench)
  return { bench, positionId: bench.last().positionId }
}

const purposes = (bench: Bench) => bench.orders().map(({ purpose }) => purpose)

test('a position is closed by one exit order however often its owner asks, and the bot goes on', async () => {
  const { bench, positionId } = await openPosition()
  for (let times = 0; times < 20; times++) bench.change({ positionsToClose: [positionId] })
  await bench.pass(SECOND_MS)
  for (let times = 0; times < 5; times++) {
    bench.change({ positionsToClose: [positionId] })
    await bench.pass(SECOND_MS)
  }
  expect(bench.orders().at(-1)).toMatchObject({ purpose: 'EXIT', reason: 'STOPPED', side: 'SELL' })
  expect(purposes(bench)).toEqual(['ENTRY', 'EXIT'])
  await fillLast(bench)
  expect(bench.held()).toBe(0)
  await bench.signal(ENTER_LONG)
  expect(purposes(bench)).toEqual(['ENTRY', 'EXIT', 'ENTRY'])
})

test('a stop that rests at the exchange becomes the exit, so that nothing is sold twice', async () => {
  const { bench, positionId } = await openPosition({ instance: WITH_STOP })
  await bench.pass(2 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', state: 'RESTING' })
  bench.change({ positionsToClose: [positionId] })
  await bench.pass(2 * SECOND_MS)
  expect(purposes(bench)).toEqual(['ENTRY', 'PROTECT'])
  expect(bench.last()).toMatchObject({ reason: 'STOPPED', triggerPaise: null })
  await fillLast(bench)
  expect(bench.held()).toBe(0)
})

test('an exit that is already working is not doubled', async () => {
  const { bench, positionId } = await openPosition()
  await bench.signal(EXIT_LONG)
  bench.change({ positionsToClose: [positionId] })
  await bench.pass(2 * SECOND_MS)
  expect(purposes(bench)).toEqual(['ENTRY', 'EXIT'])
  expect(bench.last().reason).toBe('SIGNAL')
})

test('a request made while no engine runs is carried out by the next one', async () => {
  const { bench, positionId } = await openPosition()
  bench.crash()
  bench.change({ positionsToClose: [positionId] })
  await bench.begin()
  await bench.pass(5 * SECOND_MS)
  expect(purposes(bench)).toEqual(['ENTRY', 'EXIT'])
  await fillLast(bench)
  expect(bench.held()).toBe(0)
})

test('the strategy is told once nobody holds what was closed by hand, and a signal enters again', async () => {
  const { bench, positionId } = await openPosition()
  bench.change({ positionsToClose: [positionId] })
  await bench.trade(MINUTE_MS)
  expect(bench.closedByHand).toEqual([])
  await fillLast(bench)
  await bench.signal(ENTER_LONG)
  expect(bench.closedByHand).toEqual(['3045'])
  expect(purposes(bench)).toEqual(['ENTRY', 'EXIT', 'ENTRY'])
  await fillLast(bench)
  await bench.signal(EXIT_LONG)
  await fillLast(bench)
  await bench.trade(MINUTE_MS)
  // It knows of what its own signal has closed.
  expect(bench.closedByHand).toEqual(['3045'])
})

test('nobody is told while another account of the strategy holds the symbol', async () => {
  const { bench } = await openPosition({ others: [{ id: 'other', userId: 'another' }] })
  const entries = bench.orders().filter(({ purpose }) => purpose === 'ENTRY')
  expect(entries.length).toBe(2)
  for (const { clientId, quantity, fills } of entries)
    if (fills.length === 0) bench.broker.fill(clientId, quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
  const own = entries.find(({ instanceId }) => instanceId === 'bot')!
  bench.change({ positionsToClose: [own.positionId] })
  await bench.pass(2 * SECOND_MS)
  await fillLast(bench)
  await bench.trade(MINUTE_MS)
  expect(bench.closedByHand).toEqual([])
})

test('a bot that was stopped and closed begins with a new strategy, as flat as its account', async () => {
  const { bench } = await openPosition()
  bench.change({ isRunning: false, closeRequests: 1 })
  await bench.pass(2 * SECOND_MS)
  await fillLast(bench)
  await bench.trade(2 * MINUTE_MS)
  expect(bench.closedRunners).toEqual(['run'])
  bench.change({ isRunning: true })
  await bench.trade(2 * MINUTE_MS)
  await bench.signal(ENTER_LONG)
  expect(purposes(bench)).toEqual(['ENTRY', 'EXIT', 'ENTRY'])
})
