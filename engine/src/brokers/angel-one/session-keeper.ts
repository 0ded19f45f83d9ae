import { indiaDayNumber } from '@trading-bot/core/time'
import type { AngelOneDesk } from './angel-one-desk.ts'
import { logIn, refreshSession, type Session, type SessionAnswer, type TotpWindows } from './log-in.ts'

export type SessionKeeper = {
  /** Today's session, opened when there is none. A refused log-in is not repeated: a few of them lock an account. */
  readonly current: () => Promise<SessionAnswer>
  /** A session instead of one that the broker no longer takes. */
  readonly renew: (stale: Session) => Promise<SessionAnswer>
  /** Forgets a refusal. */
  readonly forgive: () => void
}

/** One session per account and India day; whoever asks meanwhile waits for the same log-in. */
export function sessionKeeper(desk: AngelOneDesk, usedWindows: TotpWindows): SessionKeeper {
  let held: Session | null = null
  let refusal: SessionAnswer | null = null
  let underWay: Promise<SessionAnswer> | null = null

  const open = async (stale: Session | null): Promise<SessionAnswer> => {
    let answer = stale ? await refreshSession(desk, stale) : null
    if (answer?.kind !== 'session') answer = await logIn(desk, usedWindows, { triesNextCode: true })
    held = answer.kind === 'session' ? answer.session : null
    if (answer.kind === 'refused') refusal = answer
    return answer
  }
  const openOnce = (stale: Session | null): Promise<SessionAnswer> => {
    underWay ??= open(stale).finally(() => {
      underWay = null
    })
    return underWay
  }
  const isOfToday = (session: Session) => session.dayNumber === indiaDayNumber(desk.clock.nowMs())
  const current = async (): Promise<SessionAnswer> => {
    if (underWay) return underWay
    if (refusal) return refusal
    return held && isOfToday(held) ? { kind: 'session', session: held } : openOnce(null)
  }

  return {
    current,
    async renew(stale) {
      // Somebody else has renewed it already.
      if (underWay || held?.jwtToken !== stale.jwtToken) return current()
      return openOnce(isOfToday(stale) ? stale : null)
    },
    forgive: () => {
      refusal = null
    },
  }
}
