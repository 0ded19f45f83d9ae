import { expect, test } from 'vitest'
import { batchReads } from './batch-reads.ts'
import type { Queryable } from './client.ts'

type Statement = {
  readonly keys: readonly string[]
  readonly at: string
  readonly answer: (rows: ReadonlyMap<string, string>) => void
  readonly fail: (error: Error) => void
}

/** A reader whose statements end when the test says so. */
function openReader() {
  const db = { isTransaction: false } as Queryable
  const sent: Statement[] = []
  const read = batchReads<string, string, string>(
    (_, keys, at) => new Promise((answer, fail) => void sent.push({ keys, at, answer, fail })),
  )
  const answerAll = async () => {
    for (const { keys, answer } of sent.splice(0)) answer(new Map(keys.map((key) => [key, `row of ${key}`])))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { db, read, sent, answerAll }
}

test('calls that come while statements run are read together by the next, and each gets its own row', async () => {
  const { db, read, sent, answerAll } = openReader()
  const calls = ['a', 'b', 'c', 'd', 'c'].map((key) => read(db, key, 'now'))
  expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  await answerAll()
  expect(sent.map(({ keys }) => keys)).toEqual([['c', 'd']])
  await answerAll()
  expect(await Promise.all(calls)).toEqual(['row of a', 'row of b', 'row of c', 'row of d', 'row of c'])
})

test('a call never gets what was read before it was made', async () => {
  const { db, read, sent, answerAll } = openReader()
  const [first] = [read(db, 'a', 'now'), read(db, 'b', 'now')]
  const later = read(db, 'a', 'now')
  sent[0]?.answer(new Map([['a', 'before the change']]))
  expect(await first).toBe('before the change')
  expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['a']])
  await answerAll()
  expect(await later).toBe('row of a')
})

test('calls that ask as of different instants are not read together', async () => {
  const { db, read, sent, answerAll } = openReader()
  const calls = [read(db, 'a', 'now'), read(db, 'b', 'now'), read(db, 'c', 'now'), read(db, 'd', 'then')]
  await answerAll()
  expect(sent.map(({ keys, at }) => [keys, at])).toEqual([
    [['c'], 'now'],
    [['d'], 'then'],
  ])
  await answerAll()
  await Promise.all(calls)
})

test('a failed statement fails its callers alone', async () => {
  const { db, read, sent, answerAll } = openReader()
  const [failing, good, next] = [read(db, 'a', 'now'), read(db, 'b', 'now'), read(db, 'c', 'now')]
  sent[0]?.fail(new Error('no answer'))
  await expect(failing).rejects.toThrow('no answer')
  await answerAll()
  expect(await Promise.all([good, next])).toEqual(['row of b', 'row of c'])
})

test('a transaction reads by itself', async () => {
  const { read, sent, answerAll } = openReader()
  const tx = { isTransaction: true } as Queryable
  const calls = ['a', 'b', 'c'].map((key) => read(tx, key, 'now'))
  expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c']])
  await answerAll()
  await Promise.all(calls)
})
