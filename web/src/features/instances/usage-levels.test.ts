import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateUsage, levelOf } from './usage-levels.ts'

test('EC-01 a bar is red from 80, yellow from 60 and green below', () => {
  expect([0, 59.9, 60, 79.9, 80, 100].map(levelOf)).toEqual(['normal', 'normal', 'raised', 'raised', 'high', 'high'])
})

test('EC-01 an estimate stays within CPU 10-89, memory 15-84 and disk 20-79', () => {
  expect(estimateUsage(() => 0)).toEqual({ cpu: 10, memory: 15, disk: 20 })
  expect(estimateUsage(() => 0.999_999)).toEqual({ cpu: 89, memory: 84, disk: 79 })
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const { cpu, memory, disk } = estimateUsage(() => random)
      expect(cpu >= 10 && cpu <= 89 && memory >= 15 && memory <= 84 && disk >= 20 && disk <= 79).toBe(true)
    }),
  )
})
