import { expect, test } from 'vitest'
import { fromIndiaInput, toIndiaInput } from './india-input.ts'

test('an input value is India time and converts back unchanged', () => {
  expect(fromIndiaInput('2026-11-15T22:00')).toBe('2026-11-15T16:30:00.000Z')
  expect(toIndiaInput('2026-11-15T16:30:00.000Z')).toBe('2026-11-15T22:00')
  expect(toIndiaInput('2026-11-15T20:00:00.000Z')).toBe('2026-11-16T01:30')
})

test('an empty input has no instant', () => {
  expect([fromIndiaInput(''), fromIndiaInput('2026-11'), toIndiaInput('')]).toEqual(['', '', ''])
})
