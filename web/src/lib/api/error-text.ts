// The text shown for a failed call: the server's message first, otherwise one from a closed list.
import { ApiFailure } from './api-failure.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

const NO_ANSWER = {
  network: 'Network error. Please check your internet connection.',
  timeout: 'Request timed out. Please try again.',
} as const

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Authentication failed. Please log in again.',
  403: 'Access denied. You do not have permission to perform this action.',
  404: 'Resource not found.',
}

const NOT_FIELDS = new Set(['error', 'message', 'detail', 'code', 'request_id'])

/** The order on most screens: error, message, field errors, then a text by status. */
export function errorText(failure: unknown, fallback = UNEXPECTED): string {
  if (!(failure instanceof ApiFailure)) return UNEXPECTED
  if (typeof failure.status === 'string') return NO_ANSWER[failure.status]
  const fields = Object.values(fieldLists(failure)).flat().join('; ')
  const said = textAt(failure, 'error') ?? textAt(failure, 'message') ?? (fields || textAt(failure, 'detail'))
  if (said !== undefined) return said
  if (failure.status >= 500) return 'Server error. Please try again later.'
  return BY_STATUS[failure.status] ?? fallback
}

/** The order of the account screens: non_field_errors, detail, error, the first field error, the screen's own text. */
export function authErrorText(failure: unknown, fallback: string): string {
  return accountText(failure, ['non_field_errors', 'detail', 'error'], fallback, true)
}

/** Only the named keys, in their order; otherwise the screen's own text. */
export function serverTextOr(failure: unknown, keys: readonly string[], fallback: string): string {
  return accountText(failure, keys, fallback, false)
}

/** The first error of each field, for a form to show beside it. */
export function fieldErrors(failure: unknown): Record<string, string> {
  if (!(failure instanceof ApiFailure)) return {}
  const { non_field_errors: _, ...fields } = fieldLists(failure)
  return Object.fromEntries(Object.entries(fields).map(([field, texts]) => [field, texts[0] ?? '']))
}

function accountText(failure: unknown, keys: readonly string[], fallback: string, withFields: boolean): string {
  if (!(failure instanceof ApiFailure)) return UNEXPECTED
  if (typeof failure.status === 'string') return NO_ANSWER[failure.status]
  for (const key of keys) {
    const text = textAt(failure, key)
    if (text !== undefined) return text
  }
  const field = withFields ? Object.values(fieldLists(failure))[0]?.[0] : undefined
  return field ?? fallback
}

function textAt({ body }: ApiFailure, key: string): string | undefined {
  const value = Array.isArray(body[key]) ? (body[key] as unknown[])[0] : body[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function fieldLists({ body }: ApiFailure): Record<string, readonly string[]> {
  const lists: Record<string, readonly string[]> = {}
  for (const [field, value] of Object.entries(body)) {
    if (NOT_FIELDS.has(field) || !Array.isArray(value)) continue
    const texts = value.filter((text): text is string => typeof text === 'string')
    if (texts.length > 0) lists[field] = texts
  }
  return lists
}
