import type { OrderOutcome } from '../../ports.ts'

export const UNKNOWN: OrderOutcome = { kind: 'unknown', why: 'no answer' }

export function refused(isPassing: boolean): OrderOutcome {
  return { kind: 'refused', code: 'NO', sentence: 'No margin.', isPassing }
}
