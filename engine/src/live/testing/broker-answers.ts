import type { OrderOutcome } from '../../ports.ts'

export const UNKNOWN: OrderOutcome = { kind: 'unknown', why: 'no answer' }

export function refused(isRetryable: boolean): OrderOutcome {
  return { kind: 'rejected', code: 'NO', sentence: 'No margin.', isRetryable }
}
