import type { testConnection as probe, verifyCredentials as verify } from '@trading-bot/contract/rest/credentials'
import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { Verb } from '../../http/bind-route.ts'
import type { Context } from '../../http/context.ts'
import type { LogInOutcome } from '../../providers/broker-desk.ts'
import { hitThrottle } from '../../security/throttle.ts'
import { recordLog } from '../logs/index.ts'
import { type CredentialRow, findCredentials, noteUse, noteVerification } from './credential-store.ts'
import { credentialView } from './credential-view.ts'
import { openCredentials } from './sealed-credentials.ts'

/** The broker locks accounts after repeated wrong log-ins: we stop before it does. */
const TRIES = { limit: 10, windowMs: 15 * 60_000 }

export const verifyCredentials: Verb<typeof verify> = async (context) => {
  const { db, actor, clock } = context
  const row = await findCredentials(db, actor.userId)
  if (!row) return refuse('CREDENTIALS_NOT_SET')
  const wait = await hitThrottle(db, { key: `broker:${actor.userId}`, ...TRIES }, clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const outcome = await tryLogIn(context, row, 'verified')
  if (outcome.kind === 'unreachable') return refuse('BROKER_DOWN')
  const isVerified = outcome.kind === 'accepted'
  const error = outcome.kind === 'refused' ? outcome.sentence : null
  const changed = await noteVerification(db, actor.userId, { isVerified, error }, clock.now())
  if (error !== null) return refuse('BROKER_REFUSED', { values: { reason: error } })
  await recordLog(db, clock.now(), {
    level: 'SUCCESS',
    category: 'security',
    message: 'Broker credentials verified',
    userId: actor.userId,
  })
  return { message: 'Credentials verified. Your broker account is connected.', credentials: credentialView(changed) }
}

export const testConnection: Verb<typeof probe> = async (context) => {
  const { db, actor, clock } = context
  const row = await findCredentials(db, actor.userId)
  if (!row) return refuse('CREDENTIALS_NOT_SET')
  const wait = await hitThrottle(db, { key: `broker:${actor.userId}`, ...TRIES }, clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const outcome = await tryLogIn(context, row, 'tested')
  if (outcome.kind === 'accepted') return { success: true, message: 'The broker accepted the log-in.' }
  return { success: false, message: outcome.kind === 'refused' ? outcome.sentence : refuse('BROKER_DOWN').sentence }
}

async function tryLogIn(
  context: Context<'signed-in'>,
  row: CredentialRow,
  action: 'verified' | 'tested',
): Promise<LogInOutcome> {
  const { db, actor, clock, config, broker } = context
  const outcome = await broker.tryLogIn(openCredentials(config.sealKey, row))
  await noteUse(db, actor.userId, action, outcome.kind === 'refused' ? outcome.sentence : outcome.kind, clock.now())
  return outcome
}
