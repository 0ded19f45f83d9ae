import path from 'node:path'
import { expect, test } from 'vitest'
import { foreignWrites, OWNERS, readTableWriters } from './table-owners.mjs'

const writers = readTableWriters(path.resolve(import.meta.dirname, '..'))

test('every table is written by its owner only', () => {
  expect(foreignWrites(writers)).toEqual([])
})

test('every owner in the list really writes its table', () => {
  const idle = Object.entries(OWNERS).filter(([table, owner]) => !writers.get(table)?.has(owner))
  expect(idle).toEqual([])
})

test('a write by another feature and a table without an owner are reported', () => {
  const broken = new Map([
    ['orders', new Set(['billing/payments'])],
    ['new_table', new Set(['billing/payments'])],
  ])
  expect(foreignWrites(broken)).toEqual([
    'billing/payments writes orders, which belongs to trading/engine-adapters',
    'table new_table has no owner: name it in tools/table-owners.mjs',
  ])
})
