import { DAY_MS, HOUR_MS, indiaDayNumber, indiaDayStartMs, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { Refused } from '../../../ports.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Randomness } from '../../../ports/randomness.ts'
import { TOTP_STEP_MS } from '../../../totp/totp-code.ts'
import { minuteText } from '../books/india-times.ts'
import { type FailedLogIn, INVALID_TOTP, OUTAGE_CODES, type SessionAnswer } from './log-in.ts'
import type { TotpCheck } from './totp-check.ts'

/** The account's log-in state, for the screens. */
export type LogInState =
  | { readonly kind: 'open' }
  /** A failure that proves nothing about the credentials and is retried automatically. */
  | { readonly kind: 'retrying'; readonly reason: string; readonly retryAtMs: number }
  /** Proven wrong credentials: not retried until cleared, because a few wrong log-ins lock the broker account. */
  | { readonly kind: 'rejected'; readonly code: string; readonly reason: string }

export type LogInGate = {
  /** The failure to return instead of a log-in; null when a log-in may be tried. */
  readonly closed: () => SessionAnswer | null
  /** Evaluates the answer to a log-in with the code of this 30-second window and returns the failure for callers. */
  readonly take: (answer: SessionAnswer, window: number | undefined) => SessionAnswer
  /** Reports a session that another process had opened with these credentials. */
  readonly resume: () => void
  /** Clears a rejection and a pause. */
  readonly clear: () => void
}

export type LogInGateSetup = {
  readonly clientCode: string
  readonly clock: Clock
  readonly randomness: Randomness
  readonly totp: TotpCheck
  /** A rejection that an earlier process received. */
  readonly rejection?: Refused | null
  /** False if no one could clear a rejection, as with the platform's own account, which keeps trying. */
  readonly rejectsTotp?: boolean
  readonly onLogIn?: (state: LogInState) => void
}

type Pause = { readonly failure: FailedLogIn; readonly fromMs: number; readonly untilMs: number }

const FIRST_PAUSE_MS = 2 * SECOND_MS
// After an outage sessions are needed quickly; frequent attempts do not help an account that the broker blocked.
const LONGEST_PAUSE_MS = { outage: MINUTE_MS, answered: 10 * MINUTE_MS }
const REFUSED_WINDOWS = 3
// 08:30, the last good time to log in before the market opens.
const MORNING_MS = 8.5 * HOUR_MS
const CLOCK_SENTENCE =
  'Angel One did not accept TOTP codes of several accounts at once. We are checking the platform’s clock.'

/** Decides whether a log-in may be tried: after failures with growing pauses, never after proof of wrong credentials. */
export function logInGate(setup: LogInGateSetup): LogInGate {
  const { clock, randomness, totp, clientCode, onLogIn = () => {}, rejectsTotp = true } = setup
  let rejection: Refused | null = setup.rejection ?? null
  let pause: Pause | null = null
  let failures = 0
  const refusedWindows = new Set<number>()

  const reset = () => {
    rejection = null
    pause = null
    failures = 0
    refusedWindows.clear()
  }
  const reject = (refused: Refused): SessionAnswer => {
    rejection = refused
    onLogIn({ kind: 'rejected', code: refused.code, reason: refused.sentence })
    return refused
  }
  const hold = (failed: FailedLogIn, window: number | undefined): SessionAnswer => {
    const nowMs = clock.nowMs()
    // Every morning starts with short pauses again.
    if (pause && pause.fromMs < morningBefore(nowMs)) failures = 0
    const longestMs = OUTAGE_CODES.has(failed.code) ? LONGEST_PAUSE_MS.outage : LONGEST_PAUSE_MS.answered
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, longestMs) * (0.5 + 0.5 * randomness.fraction())
    failures++
    // The broker does not accept a code of the same window again.
    const nextWindowMs = window === undefined ? nowMs : (window + 1) * TOTP_STEP_MS
    const retryMs = Math.max(nowMs + pauseMs, nextWindowMs)
    // Jitter, so that many accounts do not retry at the same instant.
    const morningMs = morningBefore(nowMs) + DAY_MS + randomness.fraction() * 30 * SECOND_MS
    pause = { failure: failed, fromMs: nowMs, untilMs: Math.min(retryMs, morningMs) }
    onLogIn({ kind: 'retrying', reason: failed.why, retryAtMs: pause.untilMs })
    return failureDuring(pause)
  }

  return {
    closed() {
      if (rejection) return rejection
      // A pause ends when the clock was set back.
      const isPaused = pause !== null && clock.nowMs() >= pause.fromMs && clock.nowMs() < pause.untilMs
      return isPaused && pause ? failureDuring(pause) : null
    },
    take(answer, window) {
      if (answer.kind === 'session') {
        reset()
        totp.onAccepted(clientCode)
        onLogIn({ kind: 'open' })
        return answer
      }
      if (answer.kind === 'refused') return reject(answer)
      if (answer.code !== INVALID_TOTP) return hold(answer, window)
      totp.onRefused(clientCode)
      if (window !== undefined) refusedWindows.add(window)
      if (totp.isClockSuspect()) return hold({ ...answer, why: CLOCK_SENTENCE }, window)
      const isProven = rejectsTotp && refusedWindows.size >= REFUSED_WINDOWS
      return isProven ? reject({ kind: 'refused', code: answer.code, sentence: answer.why }) : hold(answer, window)
    },
    resume: () => onLogIn({ kind: 'open' }),
    clear: reset,
  }
}

function failureDuring({ failure, untilMs }: Pause): FailedLogIn {
  return { ...failure, why: `${failure.why} We try again at ${minuteText(untilMs).slice(-5)}.` }
}

/** The latest 08:30 in India at or before an instant. */
function morningBefore(atMs: number): number {
  const todayMs = indiaDayStartMs(indiaDayNumber(atMs)) + MORNING_MS
  return atMs >= todayMs ? todayMs : todayMs - DAY_MS
}
