import { afterEach, expect, test } from 'vitest'
import { virtualTime } from '../ports/virtual-time.ts'
import { WarmProcesses } from './warm-processes.ts'

let pool: WarmProcesses

afterEach(() => pool.close())

function open(count: number, { isFilled = true } = {}) {
  const time = virtualTime(0)
  const started = { count: 0 }
  const command = () => {
    started.count++
    return { file: '/bin/cat', args: [], filterFile: null, user: {} }
  }
  pool = new WarmProcesses(command, count, time.timers)
  if (isFilled) pool.fill()
  return { time, started }
}

test('one that is taken is replaced a second later, when its script has begun, if another is ready meanwhile', () => {
  const { time, started } = open(2)
  pool.take()
  time.advanceBy(999)
  expect(started.count).toBe(2)
  time.advanceBy(1)
  expect(started.count).toBe(3)
})

test('the last one is replaced at once', () => {
  const { started } = open(2)
  pool.take()
  pool.take()
  expect(started.count).toBe(4)
})

test('whoever waits for warm ones does not wait for the second', async () => {
  const { started } = open(2)
  pool.take()
  // None of them says a word.
  void pool.warm()
  expect(started.count).toBe(3)
})

test('an empty pool that is filled later starts none before, and with whoever takes one', () => {
  const { time, started } = open(2, { isFilled: false })
  pool.fillAfter(20_000)
  time.advanceBy(19_999)
  expect(started.count).toBe(0)
  pool.take()
  expect(started.count).toBe(3)
  time.advanceBy(1)
  expect(started.count).toBe(3)
})

test('an empty pool is full after a while', () => {
  const { time, started } = open(2, { isFilled: false })
  pool.fillAfter(20_000)
  time.advanceBy(20_000)
  expect(started.count).toBe(2)
})
