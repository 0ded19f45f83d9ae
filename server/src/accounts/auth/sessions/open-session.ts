import { after } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { Context } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { signAccess, signRefresh } from '../../../platform/security/tokens.ts'
import { insertSession, type NewSession } from './session-store.ts'

const DAY_MS = 86_400_000

/** Seven days, or thirty if the user asked to be remembered. */
export function sessionEnd(rememberMe: boolean, now: Date): Date {
  return after(now, (rememberMe ? 30 : 7) * DAY_MS)
}

export type Tokens = { readonly access: string; readonly refresh: string }

export function newSession({ clock, origin }: Context, userId: string, rememberMe: boolean): NewSession {
  const now = clock.now()
  const { device, address } = origin
  const whose = { id: newId(now), user_id: userId, device, address }
  return { ...whose, remember_me: rememberMe, expires_at: sessionEnd(rememberMe, now) }
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
    access: await signAccess(config.authSecret, session, clock.now()),
    refresh: signRefresh(config.authSecret, session),
  }
}
