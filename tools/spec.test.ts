import { expect, test } from 'vitest'
import { namedIn, readSpec } from './spec.mjs'
import path from 'node:path'

test('the lists contain every requirement number and all 128 calls', () => {
  const all = readSpec(path.resolve(import.meta.dirname, '..'))
  expect(all.filter((name) => name.startsWith('CALL '))).toHaveLength(128)
  expect(all).toContain('AU-19')
  expect(all).toContain('CALL GET /bots/{id}/performance/')
})

test('a number counts only in the title of a test', () => {
  const quote = "'"
  const source = `// R-01 in a comment
    test(${quote}R-02 and R-03 are named${quote}, () => {})
    test.each([1])(\`L-01 in an each\`, () => {})
    const text = ${quote}AU-01${quote}
    test(${quote}CALL POST /auth/login/ takes a name${quote}, () => {})`
  expect(namedIn(source).sort()).toEqual(['CALL POST /auth/login/', 'L-01', 'R-02', 'R-03'])
})
