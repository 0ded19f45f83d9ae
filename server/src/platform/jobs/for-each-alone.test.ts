import { expect, test } from 'vitest'
import { forEachAlone } from './for-each-alone.ts'

test('forEachAlone runs all items when one fails, and reports the failure at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('two is broken')
    done.push(item)
  }
  await expect(forEachAlone([1, 2, 3], work)).rejects.toThrow('1 of 3 failed')
  expect(done).toEqual([1, 3])
})
