import { createHash } from 'node:crypto'
import type { OrderPurpose } from '@trading-bot/core/order'
import type { InstanceId, PositionId, Token } from '@trading-bot/core/units'

export type ClientIdParts = {
  readonly instanceId: InstanceId
  readonly version: number
  readonly token: Token
  readonly decidedAtMs: number
  readonly purpose: OrderPurpose
  /** Distinguishes two positions of one decision. */
  readonly positionId: PositionId
  readonly attempt: number
}

const LENGTH = 19

/** Deterministic, so that the database's unique index stops a repeated decision from being sent twice. */
export function clientIdOf(parts: ClientIdParts): string {
  const { instanceId, version, token, decidedAtMs, purpose, positionId, attempt } = parts
  const text = [instanceId, version, token, decidedAtMs, purpose, positionId, attempt].join('|')
  const digest = createHash('sha256').update(text).digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(50, '0').slice(-LENGTH)
}
