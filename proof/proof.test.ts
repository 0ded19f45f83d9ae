import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PARTS } from './parts.mjs'
import { figureOf, mergeRows, proofPage, readRows, type Row } from './proof-page.mjs'

const root = path.resolve(import.meta.dirname, '..')
const rowOf = (part: string, figure: string): Row => {
  return { part, result: 'passed', seconds: 12, figure, commit: 'abc', date: '2026-01-02', machine: '2 × CPU' }
}

test('the figure of a part is its line that says so, else its last one', () => {
  expect(figureOf('noise\n  figure: 12 ms | p99\n Duration 3 s\n')).toBe('12 ms / p99')
  expect(figureOf('\u001b[2m Tests \u001b[22m 7 passed (7)\n   Duration 3 s\n')).toBe('Tests 7 passed (7)')
  expect(figureOf('seed 1\n500 seeds, none failed\n\n')).toBe('500 seeds, none failed')
})

test('a part that is run again replaces its row on the page, and the others are kept in their order', () => {
  const before = [rowOf('one', 'a'), rowOf('gone', 'x'), rowOf('three', 'c')]
  expect(readRows(proofPage(before))).toEqual(before)
  const order = ['one', 'two', 'three']
  const merged = mergeRows(mergeRows(before, rowOf('two', 'b'), order), rowOf('three', 'new'), order)
  expect(merged).toEqual([rowOf('one', 'a'), rowOf('two', 'b'), rowOf('three', 'new')])
})

test('README.md names every part once with its short form, each of which exists', () => {
  const table = readFileSync(path.join(root, 'proof/README.md'), 'utf8').matchAll(/^\| `([\w-]+)` \|.*\| (.+) \|$/gm)
  const rows = [...table].map(([, name = '', short = '']) => ({ name, files: [...short.matchAll(/`([^`]+)`/g)] }))
  expect(rows.map(({ name }) => name)).toEqual(PARTS.map(({ name }) => name))
  const files = rows.flatMap(({ files: named }) => named.map(([, file = '']) => file))
  expect(files.filter((file) => !file.endsWith('.test.ts') || !existsSync(path.join(root, file)))).toEqual([])
  expect(rows.filter((row) => row.files.length === 0)).toEqual([])
})
