import { type Call, RECENT_AUTH_MINUTES } from '@trading-bot/contract/rest/call'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { FastifyRequest } from 'fastify'
import { readAccess } from '../security/tokens.ts'
import { recordLog } from '../logs/record-log.ts'
import type { Actor, Deps } from './context.ts'
import { findSession } from './find-session.ts'

/**
 * Checks who calls and whether they may. The session is looked up on every request, so that signing out, suspending an
 * account or revoking a role takes effect at once, not when a token expires.
 */
export async function authenticate(
  deps: Deps,
  spec: Call,
  request: FastifyRequest,
): Promise<Actor | Refusal | undefined> {
  if (spec.access === 'anyone') return undefined
  const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  const now = deps.clock.now()
  const claims = token && (await readAccess(deps.config.authKeys, token, now))
  if (!claims) return refuse('NOT_SIGNED_IN')
  const row = await findSession(deps.db, claims.sessionId, undefined)
  if (!row || row.user_id !== claims.userId || row.expires_at <= now) return refuse('NOT_SIGNED_IN')
  if (spec.access === 'admin' && !row.is_admin) {
    await noteRefused(deps, now, claims.userId, spec)
    return refuse('ACCESS_DENIED')
  }
  const mustEnrol = deps.config.production && row.is_admin && row.second_factor_on_at === null && row.passkeys === 0
  if (mustEnrol && !spec.beforeEnrolment) return refuse('ENROL_SECOND_FACTOR')
  const isRecent = now.getTime() - row.authenticated_at.getTime() < RECENT_AUTH_MINUTES * MINUTE_MS
  if (spec.recentAuth && !isRecent) return refuse('RECENT_AUTH_REQUIRED')
  return { userId: claims.userId, sessionId: claims.sessionId, isAdmin: row.is_admin }
}

/** Somebody tries the doors: administrators see it in the log, once a minute and call, however often it is tried. */
async function noteRefused({ db }: Pick<Deps, 'db'>, now: Date, userId: string, { method, path }: Call): Promise<void> {
  const message = `A call for administrators was refused: ${method} ${path}`
  const known = await db
    .selectFrom('system_logs')
    .select('id')
    .where('user_id', '=', userId)
    .where('message', '=', message)
    .where('category', '=', 'security')
    .where('created_at', '>', new Date(now.getTime() - MINUTE_MS))
    .limit(1)
    .executeTakeFirst()
  if (!known) await recordLog(db, now, { level: 'WARNING', category: 'security', message, userId })
}
