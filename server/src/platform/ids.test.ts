import { expect, test } from 'vitest'
import { firstIdOf, newId } from './ids.ts'

test('newId makes unique version 7 UUIDs that increase with time', () => {
  const moments = Array.from({ length: 3_000 }, (_, index) => new Date(1_790_000_000_000 + Math.floor(index / 1_000)))
  const ids = moments.map(newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16)).toBe(1_790_000_000_000)
})

test('the first id of a moment sorts after every id before it and not after those of the moment', () => {
  const moment = new Date(1_790_000_000_000)
  const first = firstIdOf(moment)
  expect([newId(moment), first, newId(new Date(moment.getTime() - 1))].toSorted()[1]).toBe(first)
})
