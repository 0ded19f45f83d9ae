import { setImmediate as nextTask } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurn } from './take-turn.ts'

test('of the calls made at once the first leaves in this task, the others later and in their order', async () => {
  const left: number[] = []
  for (const call of [1, 2, 3]) void takeTurn().then(() => left.push(call))
  for (let steps = 0; steps < 9; steps++) await Promise.resolve()
  expect(left).toEqual([1])
  while (left.length < 3) await nextTask()
  expect(left).toEqual([1, 2, 3])
  // Whoever comes when nobody waits is first again.
  for (let tasks = 0; tasks < 3; tasks++) await nextTask()
  void takeTurn().then(() => left.push(4))
  await Promise.resolve()
  expect(left.at(-1)).toBe(4)
})
