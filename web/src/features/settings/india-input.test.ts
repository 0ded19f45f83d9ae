import { expect, test } from 'vitest'
import { fromIndiaInput, toIndiaInput } from './india-input.ts'

test('what is typed is India time, and comes back as it was', () => {
  expect(fromIndiaInput('2026-11-15T22:00')).toBe('2026-11-15T16:30:00.000Z')
  expect(toIndiaInput('2026-11-15T16:30:00.000Z')).toBe('2026-11-15T22:00')
  expect(toIndiaInput('2026-11-15T20:00:00.000Z')).toBe('2026-11-16T01:30')
})

test('nothing typed is no instant', () => {
  expect([fromIndiaInput(''), fromIndiaInput('2026-11'), toIndiaInput('')]).toEqual(['', '', ''])
})
