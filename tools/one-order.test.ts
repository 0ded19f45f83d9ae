import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readImports } from './walls.mjs'

const root = path.resolve(import.meta.dirname, '..')
const MOST_FILES_TO_SCREEN = 22
const MOST_FILES_TO_STOP = 30
const SCREEN = 'web/src/features/bots/todays-orders.tsx'

type Step = { readonly number: number; readonly file: string; readonly sentence: string }

const steps: Step[] = [
  ...fs.readFileSync(path.join(root, 'docs/one-order.md'), 'utf8').matchAll(/^(\d+)\. `([^`]+)`: (.+)$/gm),
].map(([, number, file = '', sentence = '']) => ({ number: Number(number), file, sentence }))

test('an order passes at most 22 files to the screen and 30 to its resting stop, each of which is listed once', () => {
  const toScreen = steps.find(({ file }) => file === SCREEN)?.number ?? Infinity
  expect(toScreen).toBeGreaterThan(15)
  expect(toScreen).toBeLessThanOrEqual(MOST_FILES_TO_SCREEN)
  expect(steps.length).toBeGreaterThan(toScreen)
  expect(steps.length).toBeLessThanOrEqual(MOST_FILES_TO_STOP)
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
  expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length)
})

test('each file is joined to an earlier one by an import, by a file both import, or by a table', () => {
  expect(findLoose(steps)).toEqual([])
})

test('a file that nothing joins to the others is caught', () => {
  const stranger = { number: 2, file: 'core/src/money.ts', sentence: 'Not on the way.' }
  expect(findLoose([steps[0]!, stranger])).toEqual(['core/src/money.ts'])
})

function findLoose(all: readonly Step[]): string[] {
  return all.filter((step, index) => index > 0 && !isJoined(step, all.slice(0, index))).map(({ file }) => file)
}

function isJoined(step: Step, earlier: readonly Step[]): boolean {
  const table = /through the table `([a-z_]+)`/.exec(step.sentence)?.[1]
  if (table !== undefined) return names(step.file, table) && earlier.some(({ file }) => names(file, table))
  const own = readImports(root, step.file)
  return earlier.some(({ file }) => {
    const theirs = readImports(root, file)
    return (
      own.includes(file) ||
      theirs.includes(step.file) ||
      own.some((target) => isShape(target) && theirs.includes(target))
    )
  })
}

// What a broker, a stream of prices and a store are to the engine.
const PORTS = ['engine/src/ports.ts', 'engine/src/live/book/live-store.ts']

/** Two processes meet in the contract's shapes, the engine and what serves it in a port. */
function isShape(target: string): boolean {
  return target.startsWith('contract/src/') || PORTS.includes(target)
}

function names(file: string, table: string): boolean {
  return fs.readFileSync(path.join(root, file), 'utf8').includes(table)
}
