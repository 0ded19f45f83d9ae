import { expect, test } from 'vitest'
import { defaultPlaces, openPlaces } from './sandbox-places.ts'

const isOpen = (taken: Promise<boolean>) => Promise.race([taken, Promise.resolve('waiting')])

test('places are given out in the order in which they were asked for', async () => {
  const places = openPlaces({ live: 1, test: 2 })
  const asked = Array.from({ length: 5 }, () => places.ask('test'))
  const states = () => Promise.all(asked.map(({ taken }) => isOpen(taken)))
  expect(await states()).toEqual([true, true, 'waiting', 'waiting', 'waiting'])
  asked[1]!.leave()
  expect(await states()).toEqual([true, true, true, 'waiting', 'waiting'])
  asked[0]!.leave()
  asked[0]!.leave()
  expect(await states()).toEqual([true, true, true, true, 'waiting'])
})

test('a wait that is given up is skipped and takes no place', async () => {
  const places = openPlaces({ live: 1, test: 1 })
  const [first, second, third] = [places.ask('test'), places.ask('test'), places.ask('test')]
  second.leave()
  expect(await second.taken).toBe(false)
  first.leave()
  expect(await isOpen(third.taken)).toBe(true)
  third.leave()
  expect(await isOpen(places.ask('test').taken)).toBe(true)
})

test('a live bot gets its place while every test place is taken and wanted', async () => {
  const places = openPlaces({ live: 1, test: 1 })
  for (let i = 0; i < 10; i++) places.ask('test')
  expect(await isOpen(places.ask('live').taken)).toBe(true)
})

test.each([
  ['a small machine', 1, 1, { test: 1, live: 4 }],
  ['two cores and 4 GB', 2, 4, { test: 2, live: 16 }],
  ['many cores and little memory', 32, 8, { test: 4, live: 32 }],
  ['a large machine', 16, 64, { test: 16, live: 256 }],
])('the default of %s follows cores and memory', (_, cores, gigabytes, places) => {
  expect(defaultPlaces(cores, gigabytes * 1024 ** 3)).toEqual(places)
})
