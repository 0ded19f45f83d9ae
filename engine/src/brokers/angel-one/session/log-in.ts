import { indiaDayNumber } from '@trading-bot/core/time'
import type { Refused } from '../../../ports.ts'
import { TOTP_STEP_MS, totpCode } from '../../../totp/totp-code.ts'
import { pause } from '../../pause.ts'
import type { AngelOneContext } from './angel-one-context.ts'
import type { Judged } from '../requests/judge-answer.ts'
import { asRow, textOf } from '../books/loose-fields.ts'
import { sendCall } from '../requests/send-call.ts'

export type Session = {
  readonly jwtToken: string
  readonly refreshToken: string
  readonly feedToken: string
  /** The India day on which it was opened; it ends at midnight. */
  readonly dayNumber: number
}

/** A failure that proves nothing about the credentials, with a sentence for the user. */
export type FailedLogIn = { readonly kind: 'unreachable'; readonly code: string; readonly why: string }

export type SessionAnswer =
  | { readonly kind: 'session'; readonly session: Session }
  /** Proof that the credentials are wrong. */
  | Refused
  | FailedLogIn

/** No answer, or an answer that is not about this account. */
export const OUTAGE_CODES: ReadonlySet<string> = new Set([
  'NOT_SENT',
  'NO_ANSWER',
  'NO_PROOF',
  'NO_TOKEN',
  'RATE_CAP',
  'RATE_LIMITED',
])

export const INVALID_TOTP = 'AB1050'

/** The last 30-second window whose code was used, by client code, because a code works once. */
export type TotpWindows = Map<string, number>

const NO_TOKEN: FailedLogIn = {
  kind: 'unreachable',
  code: 'NO_TOKEN',
  why: 'Angel One answered the log-in without a session.',
}
const TRIES = 3
const TRY_AGAIN_AFTER_MS = 1_100

/** Opens a session with client code, MPIN and the current TOTP code; waits for the next code if this one is used. */
export async function logIn(context: AngelOneContext, usedWindows: TotpWindows): Promise<SessionAnswer> {
  for (let tries = 1; ; tries++) {
    const judged = await tryOnce(context, usedWindows)
    // The code was not sent, so it is still valid.
    if (judged.verdict === 'NOT_SENT') usedWindows.delete(context.credentials.clientCode)
    const isTooFast = judged.verdict === 'NOT_SENT' && judged.code === 'RATE_LIMITED'
    if (!isTooFast || tries === TRIES) return sessionOf(judged, context.clock.nowMs())
    await pause(context.timers, TRY_AGAIN_AFTER_MS)
  }
}

async function tryOnce(context: AngelOneContext, usedWindows: TotpWindows): Promise<Judged> {
  const { clock, timers, credentials } = context
  const { clientCode, mpin, totpSecret } = credentials
  if (usedWindows.get(clientCode) === windowAt(clock.nowMs())) {
    await pause(timers, TOTP_STEP_MS - (clock.nowMs() % TOTP_STEP_MS))
  }
  const totp = totpCode(totpSecret, clock.nowMs())
  if (totp === null) {
    const sentence = 'The TOTP secret is not one: it consists of the letters A to Z and the digits 2 to 7.'
    return { verdict: 'REFUSED', code: 'TOTP_SECRET', sentence }
  }
  usedWindows.set(clientCode, windowAt(clock.nowMs()))
  return sendCall(context, { endpoint: 'logIn', body: { clientcode: clientCode, password: mpin, totp } }, null)
}

/** Refreshes the tokens of a session that the broker no longer accepts. */
export async function refreshSession(context: AngelOneContext, stale: Session): Promise<SessionAnswer> {
  const call = { endpoint: 'refresh', body: { refreshToken: stale.refreshToken } } as const
  return sessionOf(await sendCall(context, call, stale.jwtToken), context.clock.nowMs())
}

function sessionOf(judged: Judged, nowMs: number): SessionAnswer {
  if (judged.verdict === 'REFUSED') return { kind: 'refused', code: judged.code, sentence: judged.sentence }
  if (judged.verdict === 'EMPTY') return NO_TOKEN
  if (judged.verdict !== 'DONE') {
    const isSilent = judged.code === 'NOT_SENT' || judged.code === 'NO_ANSWER'
    const why = isSilent ? `Angel One could not be reached (${judged.why}).` : judged.why
    return { kind: 'unreachable', code: judged.code, why }
  }
  const data = asRow(judged.data) ?? {}
  const jwtToken = textOf(data, 'jwtToken').replace(/^Bearer\s+/i, '')
  const session = {
    jwtToken,
    refreshToken: textOf(data, 'refreshToken'),
    feedToken: textOf(data, 'feedToken'),
    dayNumber: indiaDayNumber(nowMs),
  }
  return jwtToken === '' ? NO_TOKEN : { kind: 'session', session }
}

function windowAt(atMs: number): number {
  return Math.floor(atMs / TOTP_STEP_MS)
}
