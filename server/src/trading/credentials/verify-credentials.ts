import type {
  testConnection as probe,
  verifyCredentials as verify,
} from '@trading-bot/contract/rest/trading/credentials'
import { refuse, refuseUntil } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import type { LogInOutcome } from '../../platform/providers/broker-desk.ts'
import { hitThrottle } from '../../platform/security/throttle.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { clearLogIn, isFailing } from './clear-log-in.ts'
import {
  changeUnlessReplaced,
  type CredentialRow,
  findCredentials,
  recordUse,
  openColumns,
  rejectedColumns,
} from './credential-store.ts'
import { credentialView } from './credential-view.ts'
import { openOrReport } from './sealed-credentials.ts'

/** The broker locks accounts after repeated wrong log-ins: we stop before it does. */
const TRIES = { limit: 10, windowMs: 15 * 60_000 }

export const verifyCredentials: UseCase<typeof verify> = async (context) => {
  const { db, actor, clock } = context
  const row = await findCredentials(db, actor.userId)
  if (!row) return refuse('CREDENTIALS_NOT_SET')
  const wait = await hitThrottle(db, { key: `broker:${actor.userId}`, ...TRIES }, clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const outcome = await tryLogIn(context, row, 'verified')
  if (outcome.kind === 'unreadable') return refuse('CREDENTIALS_UNREADABLE')
  if (outcome.kind === 'unreachable') return refuse('BROKER_DOWN')
  return db.transaction().execute(async (tx) => {
    const changed = await changeUnlessReplaced(tx, row, columnsOf(outcome, clock.now()))
    if (!changed) return refuse('CREDENTIALS_REPLACED')
    if (outcome.kind !== 'accepted') return refuse('BROKER_REFUSED', { values: { reason: outcome.sentence } })
    await recordAccepted(tx, context, row)
    return { message: 'Credentials verified. Your broker account is connected.', credentials: credentialView(changed) }
  })
}

async function recordAccepted(tx: Tx, context: Context<'signed-in'>, before: CredentialRow): Promise<void> {
  // Only a failing log-in is restarted: the engine keeps a session that works.
  if (isFailing(before)) await clearLogIn(tx, context, before, 'by a verification')
  const log = { level: 'SUCCESS', category: 'security', message: 'Broker credentials verified' } as const
  await recordLog(tx, context.clock.now(), { ...log, userId: before.user_id })
}

/** A rejection that proves nothing changes only the broker's message. */
function columnsOf(outcome: Exclude<LogInOutcome, { kind: 'unreachable' }>, now: Date) {
  if (outcome.kind === 'accepted') return openColumns(now)
  return outcome.kind === 'refused' ? rejectedColumns(outcome.sentence, now) : { last_error: outcome.sentence }
}

export const testConnection: UseCase<typeof probe> = async (context) => {
  const { db, actor, clock } = context
  const row = await findCredentials(db, actor.userId)
  if (!row) return refuse('CREDENTIALS_NOT_SET')
  const wait = await hitThrottle(db, { key: `broker:${actor.userId}`, ...TRIES }, clock.now())
  if (wait !== undefined) return refuseUntil('TOO_MANY_REQUESTS', wait)
  const outcome = await tryLogIn(context, row, 'tested')
  if (outcome.kind === 'accepted') return { success: true, message: 'The broker accepted the log-in.' }
  if (outcome.kind === 'unreadable') return refuse('CREDENTIALS_UNREADABLE')
  return { success: false, message: outcome.kind === 'unreachable' ? refuse('BROKER_DOWN').sentence : outcome.sentence }
}

async function tryLogIn(
  context: Context<'signed-in'>,
  row: CredentialRow,
  action: 'verified' | 'tested',
): Promise<LogInOutcome | { readonly kind: 'unreadable' }> {
  const { db, actor, clock, broker } = context
  const opened = await openOrReport(context, row)
  if (!opened) return { kind: 'unreadable' }
  const { outbound_address } = await db
    .selectFrom('users')
    .select('outbound_address')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const outcome = await broker.tryLogIn(opened, outbound_address ?? undefined)
  await recordUse(db, actor.userId, action, 'sentence' in outcome ? outcome.sentence : outcome.kind, clock.now())
  return outcome
}
