import type { Answer, OrderOutcome } from '../../../ports.ts'
import { pause } from '../../pause.ts'
import type { AngelOneContext } from '../session/angel-one-context.ts'
import type { Judged } from './judge-answer.ts'
import { asRow, textOf } from '../books/loose-fields.ts'
import { type Call, sendCall } from './send-call.ts'
import type { SessionCache } from '../session/session-cache.ts'

export type RequestContext = { readonly context: AngelOneContext; readonly sessions: SessionCache }

const LOOK_UP_TRIES = 3
const TRY_AGAIN_AFTER_MS = 1_100

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

/** An order call is sent once, whatever the answer. */
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
      return { kind: 'refused', code: judged.code, sentence: judged.sentence, isRetryable: false }
    case 'NOT_SENT':
      return { kind: 'refused', code: judged.code, sentence: judged.why, isRetryable: true }
    case 'EMPTY':
      return { kind: 'unknown', why: 'an empty answer' }
    case 'LOG_IN_AGAIN':
    case 'UNKNOWN':
      return { kind: 'unknown', why: judged.why }
  }
}

async function sendWithSession({ context, sessions }: RequestContext, call: Call): Promise<Judged> {
  const opened = await sessions.current()
  if (opened.kind === 'refused') return { verdict: 'REFUSED', code: opened.code, sentence: opened.sentence }
  if (opened.kind === 'unreachable') return { verdict: 'NOT_SENT', code: 'NO_SESSION', why: opened.why }
  const judged = await sendCall(context, call, opened.session.jwtToken)
  // Renewed immediately, so that the look-up that resolves the order has a session.
  if (judged.verdict === 'LOG_IN_AGAIN') await sessions.renew(opened.session)
  return judged
}

function readAnswer<T>(judged: Judged, read: (data: unknown) => T | null): Answer<T> {
  if (judged.verdict === 'REFUSED') return { kind: 'refused', code: judged.code, sentence: judged.sentence }
  if (judged.verdict !== 'DONE' && judged.verdict !== 'EMPTY') return { kind: 'unavailable', why: judged.why }
  const value = read(judged.verdict === 'DONE' ? judged.data : null)
  return value === null ? { kind: 'unavailable', why: 'an answer that could not be read' } : { kind: 'answered', value }
}
