import { describe, expect, test } from 'vitest'
import { ApiFailure } from './api-failure.ts'
import { authErrorText, errorText, fieldErrors, serverTextOr } from './error-text.ts'

describe('errorText', () => {
  test('ER-01 error comes before message, message before field lists, and lists are joined by "; "', () => {
    const fields = { name: ['Too short', 'Taken'], price: ['Too low'] }
    expect(errorText(new ApiFailure(400, { error: 'E', message: 'M', ...fields }))).toBe('E')
    expect(errorText(new ApiFailure(400, { message: 'M', ...fields }))).toBe('M')
    expect(errorText(new ApiFailure(400, { code: 'BAD_INPUT', ...fields }))).toBe('Too short; Taken; Too low')
  })

  test.each([
    ['network', 'Network error. Please check your internet connection.'],
    ['timeout', 'Request timed out. Please try again.'],
    [500, 'Server error. Please try again later.'],
    [503, 'Server error. Please try again later.'],
    [401, 'Authentication failed. Please log in again.'],
    [403, 'Access denied. You do not have permission to perform this action.'],
    [404, 'Resource not found.'],
  ] as const)('ER-02 %s without a server message shows its listed text', (status, text) => {
    expect(errorText(new ApiFailure(status))).toBe(text)
  })

  test('an internal error never shows its own message', () => {
    expect(errorText(new Error('undefined is not a function'))).toBe('An unexpected error occurred. Please try again.')
  })
})

describe('authErrorText', () => {
  const body = { non_field_errors: ['N'], detail: 'D', error: 'E', email: ['F'] }

  test('AU-04 the order is non_field_errors, detail, error, the first field error, the fallback', () => {
    const { non_field_errors: _, ...afterFirst } = body
    const { detail: __, ...afterSecond } = afterFirst
    expect(authErrorText(new ApiFailure(400, body), 'Fallback')).toBe('N')
    expect(authErrorText(new ApiFailure(400, afterFirst), 'Fallback')).toBe('D')
    expect(authErrorText(new ApiFailure(400, afterSecond), 'Fallback')).toBe('E')
    expect(authErrorText(new ApiFailure(400, { code: 'X', email: ['F'] }), 'Fallback')).toBe('F')
    expect(authErrorText(new ApiFailure(400, { code: 'X' }), 'Fallback')).toBe('Fallback')
    expect(authErrorText(new ApiFailure(500, 'not an object'), 'Fallback')).toBe('Fallback')
  })

  test('AU-05 a failure without a server response is unexpected', () => {
    expect(authErrorText(new SyntaxError('x'), 'Fallback')).toBe('An unexpected error occurred. Please try again.')
  })
})

test('only the given keys are read, in their order', () => {
  const failure = new ApiFailure(400, { error: 'E', detail: 'D' })
  expect(serverTextOr(failure, ['detail', 'error'], 'Fallback')).toBe('D')
  expect(serverTextOr(failure, ['message'], 'Fallback')).toBe('Fallback')
})

test('a form gets only the first error of each field', () => {
  const failure = new ApiFailure(400, { email: ['Taken', 'Odd'], non_field_errors: ['N'], code: 'X' })
  expect(fieldErrors(failure)).toEqual({ email: 'Taken' })
})
