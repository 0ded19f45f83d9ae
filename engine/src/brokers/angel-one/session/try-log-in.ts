import { type AngelOneContext, type BrokerCredentials, UNNAMED_MACHINE } from './angel-one-context.ts'
import { RATE_LIMITS } from '../requests/rate-limits.ts'
import { INVALID_TOTP, logIn, OUTAGE_CODES, type TotpWindows } from './log-in.ts'
import { requestRateLimiter } from '../requests/request-rate-limiter.ts'
import type { TotpCheck } from './totp-check.ts'

type LogInContext = Pick<AngelOneContext, 'restUrl' | 'clock' | 'timers' | 'wire' | 'registeredAddress'> & {
  /** Shared by all brokers of this process, because a code works once. */
  readonly usedTotpWindows: TotpWindows
  readonly totp?: TotpCheck
}

type TriedLogIn =
  | { readonly kind: 'accepted' }
  /** Proof that the credentials are wrong. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** The broker refused without proving anything about the credentials. */
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'unreachable' }

/** Checks credentials by a real log-in before they are saved. The session it opens is not closed; it expires. */
export async function tryLogIn(setup: LogInContext, credentials: BrokerCredentials): Promise<TriedLogIn> {
  const { clock, timers, usedTotpWindows, totp } = setup
  const rateLimiter = requestRateLimiter({ clock, timers, limits: RATE_LIMITS })
  const context: AngelOneContext = { ...setup, credentials, rateLimiter, machine: UNNAMED_MACHINE }
  const answer = await logIn(context, usedTotpWindows)
  if (answer.kind === 'session') {
    totp?.onAccepted(credentials.clientCode)
    return { kind: 'accepted' }
  }
  if (answer.kind === 'refused') return { kind: 'refused', sentence: answer.sentence }
  if (answer.code === INVALID_TOTP) totp?.onRefused(credentials.clientCode)
  return OUTAGE_CODES.has(answer.code) ? { kind: 'unreachable' } : { kind: 'failed', sentence: answer.why }
}
