import { after } from '../../clock.ts'
import type { Tx } from '../../db/client.ts'
import type { Context } from '../../http/context.ts'
import { newId } from '../../ids.ts'
import { signAccess, signRefresh } from '../../security/tokens.ts'
import { insertSession } from './session-store.ts'

const DAY_MS = 86_400_000

/** Seven days, thirty where the user asked to be remembered. */
export function sessionEnd(rememberMe: boolean, now: Date): Date {
  return after(now, (rememberMe ? 30 : 7) * DAY_MS)
}

export type Tokens = { readonly access: string; readonly refresh: string }

export async function openSession(tx: Tx, context: Context, userId: string, rememberMe: boolean): Promise<Tokens> {
  const now = context.clock.now()
  const sessionId = newId(now)
  const { device, address } = context.origin
  const row = { id: sessionId, user_id: userId, remember_me: rememberMe, device, address }
  await insertSession(tx, { ...row, expires_at: sessionEnd(rememberMe, now) }, now)
  return signTokens(context, { sessionId, userId, generation: 0 })
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
