import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { errorText } from '../../../lib/api/error-text.ts'

/** Why a run on history was not begun: none of it is there, or not all. */
export type NotCovered = { readonly isPartly: boolean; readonly sentence: string }

/** Null for any other failure. */
export function notCoveredOf(failure: unknown): NotCovered | null {
  const code = failure instanceof ApiFailure ? failure.body['code'] : undefined
  if (code !== 'DAYS_NOT_COVERED' && code !== 'NO_HISTORY') return null
  return { isPartly: code === 'DAYS_NOT_COVERED', sentence: errorText(failure) }
}
