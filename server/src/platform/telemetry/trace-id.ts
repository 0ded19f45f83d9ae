import { createHash } from 'node:crypto'

/** An order's trace follows from its client id, so that whoever has one finds the other. */
export function traceIdOf(clientId: string): string {
  return createHash('sha256').update(clientId).digest('hex').slice(0, 32)
}
