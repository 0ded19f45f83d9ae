import { createHash } from 'node:crypto'
import type { ClientIdParts } from '@trading-bot/core/trading/account/state/context'

const LENGTH = 19

/** Deterministic, so that the database's unique index stops a repeated decision from being sent twice. */
export function clientIdOf(parts: ClientIdParts): string {
  const { instanceId, version, token, decidedAtMs, purpose, positionId, attempt } = parts
  const text = [instanceId, version, token, decidedAtMs, purpose, positionId, attempt].join('|')
  const digest = createHash('sha256').update(text).digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(50, '0').slice(-LENGTH)
}
