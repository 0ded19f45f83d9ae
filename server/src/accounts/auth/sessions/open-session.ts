import { after } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { signAccess, signRefresh } from '../../../platform/security/tokens.ts'
import { insertSession, type NewSession } from './session-store.ts'

const DAY_MS = 86_400_000

// A session ends when it was not used for so long, and at the latest so long after signing in.
const IDLE_DAYS = { short: 7, remembered: 30 }
const ABSOLUTE_DAYS = { short: 30, remembered: 90 }

export function sessionEnd(rememberMe: boolean, signedInAt: Date, now: Date): Date {
  const kind = rememberMe ? 'remembered' : 'short'
  const idle = after(now, IDLE_DAYS[kind] * DAY_MS)
  const absolute = after(signedInAt, ABSOLUTE_DAYS[kind] * DAY_MS)
  return idle < absolute ? idle : absolute
}

export type Tokens = { readonly access: string; readonly refresh: string }

export function newSession({ clock, origin }: Context, userId: string, rememberMe: boolean): NewSession {
  const now = clock.now()
  const { device, address } = origin
  const whose = { id: newId(now), user_id: userId, device, address }
  return { ...whose, remember_me: rememberMe, expires_at: sessionEnd(rememberMe, now, now) }
}

export async function openSession(tx: Tx, context: Context, userId: string, rememberMe: boolean): Promise<Tokens> {
  const session = newSession(context, userId, rememberMe)
  await insertSession(tx, session, context.clock.now()).execute()
  return signTokens(context, { sessionId: session.id, userId, generation: 0 })
}

export async function signTokens(
  { config, clock }: Context,
  session: { sessionId: string; userId: string; generation: number },
): Promise<Tokens> {
  return {
    access: await signAccess(config.authKeys, session, clock.now()),
    refresh: signRefresh(config.authKeys, session),
  }
}
