import type { Answer, OrderOutcome } from '../../../ports.ts'
import { pause } from '../../pause.ts'
import type { AngelOneContext } from '../session/angel-one-context.ts'
import type { Judged } from './judge-answer.ts'
import { asRow, textOf } from '../books/loose-fields.ts'
import { type Call, sendCall } from './send-call.ts'
import type { Session } from '../session/log-in.ts'
import type { SessionCache } from '../session/session-cache.ts'

export type RequestContext = { readonly context: AngelOneContext; readonly sessions: SessionCache }

const LOOK_UP_TRIES = 3
const TRY_AGAIN_AFTER_MS = 1_100
// An order sent later than this would carry an old price; the caller decides anew instead.
const RESEND_WITHIN_MS = 2_000

/** Asking again would bring the same: a caller with more to ask goes on without it. */
export const UNREADABLE_ANSWER = 'an answer that could not be read'

/** A look-up is idempotent, so it is retried after a new log-in or a rate-limit rejection. */
export async function askFor<T>(
  asking: RequestContext,
  call: Call,
  read: (data: unknown) => T | null,
): Promise<Answer<T>> {
  for (let tries = 1; ; tries++) {
    const judged = await sendWithSession(asking, call)
    const mayRepeat = tries < LOOK_UP_TRIES && (judged.verdict === 'LOG_IN_AGAIN' || judged.verdict === 'NOT_SENT')
    if (!mayRepeat || (judged.verdict === 'NOT_SENT' && judged.code !== 'RATE_LIMITED')) return readAnswer(judged, read)
    if (judged.verdict === 'NOT_SENT') await pause(asking.context.timers, TRY_AGAIN_AFTER_MS * tries)
  }
}

/** An order call reaches the order system at most once, whatever the answer. */
export async function askToAct(asking: RequestContext, call: Call): Promise<OrderOutcome> {
  const judged = await sendWithSession(asking, call)
  switch (judged.verdict) {
    case 'DONE': {
      const brokerOrderId = textOf(asRow(judged.data) ?? {}, 'orderid')
      return brokerOrderId === ''
        ? { kind: 'unknown', why: 'accepted without an order id' }
        : { kind: 'acknowledged', brokerOrderId }
    }
    case 'REFUSED':
      return { kind: 'rejected', code: judged.code, sentence: judged.sentence, isRetryable: false }
    case 'NOT_SENT':
    case 'TOKEN_REFUSED':
      return { kind: 'rejected', code: judged.code, sentence: judged.why, isRetryable: true }
    case 'EMPTY':
      return { kind: 'unknown', why: 'an empty answer' }
    case 'LOG_IN_AGAIN':
    case 'UNKNOWN': {
      const { why, undocumentedCode } = judged
      return undocumentedCode === undefined ? { kind: 'unknown', why } : { kind: 'unknown', why, undocumentedCode }
    }
  }
}

async function sendWithSession(asking: RequestContext, call: Call): Promise<Judged> {
  const opened = await asking.sessions.current()
  if (opened.kind === 'refused') return { verdict: 'REFUSED', code: opened.code, sentence: opened.sentence }
  if (opened.kind === 'unreachable') return noSession(opened.why)
  const judged = await sendIn(asking, call, opened.session)
  if (judged.verdict !== 'TOKEN_REFUSED') return judged
  const session = await renewInTime(asking, opened.session)
  if (typeof session === 'string') return noSession(session)
  const second = await sendIn(asking, call, session)
  return second.verdict === 'TOKEN_REFUSED' ? noSession(second.why) : second
}

async function sendIn({ context, sessions }: RequestContext, call: Call, session: Session): Promise<Judged> {
  const judged = await sendCall(context, call, session.jwtToken)
  // Renewed immediately, so that the look-up that resolves the order has a session.
  if (judged.verdict === 'LOG_IN_AGAIN') await sessions.renew(session)
  return judged
}

/** A new session, or why there is none in time; a log-in that needs longer goes on for later calls. */
async function renewInTime({ context, sessions }: RequestContext, stale: Session): Promise<Session | string> {
  const late = pause(context.timers, RESEND_WITHIN_MS).then(() => null)
  const renewed = await Promise.race([sessions.renew(stale), late])
  if (renewed === null) return 'Angel One ended the session, and a new one takes a moment.'
  if (renewed.kind === 'session') return renewed.session
  return renewed.kind === 'refused' ? renewed.sentence : renewed.why
}

function noSession(why: string): Judged {
  return { verdict: 'NOT_SENT', code: 'NO_SESSION', why }
}

function readAnswer<T>(judged: Judged, read: (data: unknown) => T | null): Answer<T> {
  if (judged.verdict === 'REFUSED') return { kind: 'refused', code: judged.code, sentence: judged.sentence }
  if (judged.verdict !== 'DONE' && judged.verdict !== 'EMPTY') return { kind: 'unavailable', why: judged.why }
  const value = read(judged.verdict === 'DONE' ? judged.data : null)
  return value === null ? { kind: 'unavailable', why: UNREADABLE_ANSWER } : { kind: 'answered', value }
}
