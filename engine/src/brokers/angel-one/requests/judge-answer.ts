import type { HttpAnswer } from './http-wire.ts'
import { type Envelope, readEnvelope } from './read-envelope.ts'
import { type CallKind, CODE_TABLE, type CodeRow, LOG_IN_SENTENCES, STATUS_TABLE, TEXT_TABLE } from './verdict-table.ts'

export type Judged =
  | { readonly verdict: 'DONE'; readonly data: unknown }
  | { readonly verdict: 'EMPTY' }
  | { readonly verdict: 'REFUSED'; readonly code: string; readonly sentence: string }
  | { readonly verdict: 'NOT_SENT' | 'TOKEN_REFUSED'; readonly code: string; readonly why: string }
  | {
      readonly verdict: 'LOG_IN_AGAIN' | 'UNKNOWN'
      readonly code: string
      readonly why: string
      /** The code of an order call's answer that the table does not know. */
      readonly undocumentedCode?: string
    }

// A log-in check leaves from any address: the page where credentials are saved names the one to register.
const ANY_ADDRESS = 'the address shown on your credentials page'

/** Looks an answer up in the verdict table. */
export function judgeAnswer(kind: CallKind, answer: HttpAnswer, registeredAddress?: string): Judged {
  if (answer.kind === 'not-sent') return { verdict: 'NOT_SENT', code: 'NOT_SENT', why: answer.why }
  if (answer.kind === 'no-answer') return { verdict: 'UNKNOWN', code: 'NO_ANSWER', why: answer.why }
  const envelope = readEnvelope(answer.text)
  // A server error proves nothing, whatever its body contains; a gateway's 4xx is read like any other envelope.
  if (!envelope || answer.status >= 500 || answer.status < 200) return judgeStatus(kind, answer)
  if (envelope.isSuccess)
    return answer.status < 300 ? { verdict: 'DONE', data: envelope.data } : judgeStatus(kind, answer)
  return (
    judgeEnvelope(kind, envelope, registeredAddress ?? ANY_ADDRESS) ?? withCode(judgeStatus(kind, answer), envelope)
  )
}

/** An order's undocumented code proves nothing, but the operator must learn its name. */
function withCode(judged: Judged, { code, message }: Envelope): Judged {
  if (code === '' || (judged.verdict !== 'UNKNOWN' && judged.verdict !== 'LOG_IN_AGAIN')) return judged
  return {
    ...judged,
    why: `Angel One answered with an undocumented code: ${code} ${message}`.trim(),
    undocumentedCode: code,
  }
}

function judgeEnvelope(kind: CallKind, { code, message }: Envelope, address: string): Judged | null {
  const known = TEXT_TABLE.find((row) => row.code === code && row.text.test(message))
  if (known) return shape(known.verdicts[kind], code, known.sentence)
  if (!isListed(code)) {
    // An undocumented code proves nothing, neither about an order nor about credentials.
    if (kind === 'ORDER' || code === '') return null
    return { verdict: 'UNKNOWN', code, why: `Angel One answered: ${message || code}.` }
  }
  const row: CodeRow = CODE_TABLE[code]
  const answered = `Angel One answered: ${message || row.meaning}.`
  const isAboutOrders = kind === 'LOG_IN' && !LOG_IN_SENTENCES.has(code)
  const sentence = row.sentence?.replaceAll('{address}', address)
  return shape(row[kind], code, isAboutOrders ? answered : (sentence ?? answered))
}

function judgeStatus(kind: CallKind, answer: HttpAnswer & { readonly kind: 'answer' }): Judged {
  const { status, text } = answer
  const row = STATUS_TABLE.find(
    (candidate) => status >= candidate.from && status <= candidate.to && (candidate.text?.test(text) ?? true),
  )
  if (!row) throw new RangeError(`not an HTTP status: ${status}`)
  // During a log-in there is no session that could have ended.
  const sentence =
    kind === 'LOG_IN' && row.code === 'SESSION_ENDED' ? 'Angel One did not allow the log-in.' : row.sentence
  return shape(row.verdicts[kind], row.code, `${sentence} (HTTP ${status})`)
}

function shape(verdict: CodeRow['ORDER'], code: string, sentence: string): Judged {
  if (verdict === 'DONE') throw new Error('no row of the table makes a failure a success')
  if (verdict === 'EMPTY') return { verdict }
  return verdict === 'REFUSED' ? { verdict, code, sentence } : { verdict, code, why: sentence }
}

export function isListed(code: string): code is keyof typeof CODE_TABLE {
  return Object.hasOwn(CODE_TABLE, code)
}
