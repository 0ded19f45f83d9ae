import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
const checks = page.split('\n').filter((line) => /^\d+\. /.test(line))

test('docs/security.md holds the sixty checks, each with a test or the reason why there is none', () => {
  expect(checks.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect(checks.filter((line) => !/`[^`]+\.(test|spec)\.ts`|Waiver: \w|Partly: \w/.test(line))).toEqual([])
})

test('every file that docs/security.md names exists', () => {
  const files = [...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
