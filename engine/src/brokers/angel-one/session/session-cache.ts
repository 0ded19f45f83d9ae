import { indiaDayNumber } from '@trading-bot/core/time'
import { pause } from '../../pause.ts'
import type { AngelOneContext } from './angel-one-context.ts'
import { logIn, refreshSession, type Session, type SessionAnswer, type TotpWindows } from './log-in.ts'
import type { LogInGate } from './log-in-gate.ts'
import type { SessionStore } from './session-store.ts'

export type SessionCache = {
  /** Today's session, opened if there is none. After a failed log-in, the failure until the gate allows another attempt. */
  readonly current: () => Promise<SessionAnswer>
  /** Replaces a session that the broker no longer accepts. */
  readonly renew: (stale: Session) => Promise<SessionAnswer>
  /** Clears a rejection and a pause. */
  readonly forgive: () => void
}

// An exit may wait for the new session, so a silent refresh gives way to a log-in.
const REFRESH_PATIENCE_MS = 1_000

type Setup = {
  readonly context: AngelOneContext
  readonly usedWindows: TotpWindows
  readonly gate: LogInGate
  readonly store: SessionStore
}

/** Caches one session per account and India day; concurrent callers share the same log-in. */
export function sessionCache({ context, usedWindows, gate, store }: Setup): SessionCache {
  let held: Session | null = null
  let underWay: Promise<SessionAnswer> | null = null

  const open = async (stale: Session | null): Promise<SessionAnswer> => {
    const stored = await loadOther(stale)
    if (stored) {
      held = stored
      gate.resume()
      return { kind: 'session', session: stored }
    }
    // The refresh token comes first, because it needs no TOTP code, which works only once in 30 seconds.
    let answer = stale ? await refreshInTime(context, stale) : null
    if (answer?.kind !== 'session') {
      answer = await logIn(context, usedWindows)
      answer = gate.take(answer, usedWindows.get(context.credentials.clientCode))
    }
    held = answer.kind === 'session' ? answer.session : null
    if (held) store.save(held)
    return answer
  }
  /** Today's session that another process opened, or this one before it was restarted. */
  const loadOther = async (stale: Session | null): Promise<Session | null> => {
    const stored = await store.load()
    return stored && isOfToday(stored) && stored.jwtToken !== stale?.jwtToken ? stored : null
  }
  const openOnce = (stale: Session | null): Promise<SessionAnswer> => {
    underWay ??= open(stale).finally(() => {
      underWay = null
    })
    return underWay
  }
  const isOfToday = (session: Session) => session.dayNumber === indiaDayNumber(context.clock.nowMs())
  const current = async (): Promise<SessionAnswer> => {
    if (underWay) return underWay
    if (held && isOfToday(held)) return { kind: 'session', session: held }
    return gate.closed() ?? openOnce(null)
  }

  return {
    current,
    async renew(stale) {
      // Another caller has already renewed it.
      if (underWay || held?.jwtToken !== stale.jwtToken) return current()
      return openOnce(isOfToday(stale) ? stale : null)
    },
    forgive: gate.clear,
  }
}

function refreshInTime(context: AngelOneContext, stale: Session): Promise<SessionAnswer | null> {
  const late = pause(context.timers, REFRESH_PATIENCE_MS).then(() => null)
  return Promise.race([refreshSession(context, stale), late])
}
