// The server's answers in a component test. What the demo answers was recorded (npm run record-answers) and holds unless a
// test says otherwise; every answer is parsed by the contract, so that none can have a shape the server never sends.
import type { Call, CallAnswer, CallTotals } from '@trading-bot/contract/rest/call'
import { LiveEvent, openLive } from '@trading-bot/contract/live/live'
import admin from './recorded/admin.json'
import trader from './recorded/trader.json'
import visitor from './recorded/visitor.json'

/** Who has signed in: the demo's accounts. */
export type Role = 'visitor' | 'trader' | 'admin'

type Recorded = { recorded_at: string; answers: Record<string, { body: unknown; totals?: unknown }> }
const RECORDED: Record<Role, Recorded> = { visitor, trader, admin }

type Sent = { readonly params: Record<string, string>; readonly query: URLSearchParams; readonly body: unknown }
type Reply = { status: number; body?: unknown; totals?: unknown; headers?: Record<string, string> }
type Rule = { spec: Call; matches: RegExp; reply: (sent: Sent) => Reply | Promise<Reply> }

let role: Role = 'visitor'
let rules: Rule[] = []
let requests: { method: string; path: string; sent: Sent }[] = []
let unanswered: string[] = []
let streams: ReadableStreamDefaultController<Uint8Array>[] = []
/** What was published before a page had opened the stream. */
let early = ''
let isStreamCut = false
let isServerCut = false
let changed = (body: unknown) => body

/** Before each test: nothing asked yet, everything answered as recorded. */
export function resetAnswers(who: Role): void {
  role = who
  rules = []
  requests = []
  unanswered = []
  for (const stream of streams) stream.error(new Error('The test is over.'))
  streams = []
  early = ''
  isStreamCut = false
  isServerCut = false
  changed = (body) => body
}

/** The recorded answer of a GET, to be changed and given back by `answer`. */
export function recorded<C extends Call>(spec: C): CallAnswer<C> {
  const found = recordedAt(spec.path)
  if (!found) throw new Error(`${spec.path} was not recorded for the ${role}.`)
  return structuredClone(found.body) as CallAnswer<C>
}

export const recordedAtTime = () => new Date(RECORDED[role === 'visitor' ? 'trader' : role].recorded_at)

type AnswerOptions<C extends Call> = { totals?: CallTotals<C>; held?: Promise<unknown> }

/** From now on the call is answered so. A function is asked each time and sees what was sent. */
export function answer<C extends Call>(
  spec: C,
  body: CallAnswer<C> | ((sent: Sent) => CallAnswer<C>),
  { totals, held }: AnswerOptions<C> = {},
): void {
  given(spec, async (sent) => {
    await held
    const value = typeof body === 'function' ? (body as (sent: Sent) => CallAnswer<C>)(sent) : body
    const status = spec.status ?? 200
    return status === 204 ? { status } : { status, body: spec.answer.parse(value), totals }
  })
}

/** From now on the call is refused with this status and body. `network` is a server that does not answer. */
export function refuse(spec: Call, status: number | 'network', body: unknown = {}): void {
  given(spec, () => {
    if (status === 'network') throw new TypeError('Failed to fetch')
    return { status, body }
  })
}

/** A file or any other answer that is not JSON, or one that differs from call to call in its status. */
export function given(spec: Call, reply: Rule['reply']): void {
  rules.unshift({ spec, matches: patternOf(spec.path), reply })
}

/** For an answer that waits until the test releases it. */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release: () => release() }
}

/** What was sent to a call so far, oldest first. */
export function sentTo(spec: Call): Sent[] {
  const matches = patternOf(spec.path)
  const isSame = ({ method, path }: { method: string; path: string }) =>
    method === spec.method && (path === spec.path || matches.test(path))
  return requests.filter(isSame).map(({ sent }) => sent)
}

/** Calls that neither the test nor the recording answers; a test that leaves any has shown something made up. */
export const unansweredCalls = () => unanswered

/** An event of the server's stream, as every open page receives it. */
export function publish(event: LiveEvent): void {
  const { event: name, data } = LiveEvent.parse(event)
  const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  if (streams.length === 0) early += text
  for (const stream of streams) stream.enqueue(new TextEncoder().encode(text))
}

/** From now on the event stream cannot be opened, or can be again. */
export function cutStream(isCut: boolean): void {
  isStreamCut = isCut
}

/** From now on every recorded answer is changed so. */
export function changeRecorded(change: (body: unknown) => unknown): void {
  changed = change
}

/** From now on no call and no stream gets an answer, or each does again. */
export function cutServer(isCut: boolean): void {
  isServerCut = isCut
}

/** Stands in for the browser's `fetch`. */
export async function answerFetch(input: string, init: RequestInit = {}): Promise<Response> {
  if (isServerCut) throw new TypeError('Failed to fetch')
  const url = new URL(input, window.location.origin)
  const path = url.pathname.replace(/^\/api/, '')
  const method = init.method ?? 'GET'
  if (path === openLive.path) return openStream(init.signal)
  const rule = rules.find(({ spec, matches }) => spec.method === method && matches.test(path))
  const sent = { params: rule?.matches.exec(path)?.groups ?? {}, query: url.searchParams, body: bodyOf(init.body) }
  requests.push({ method, path: rule?.spec.path ?? path, sent })
  const found = rule
    ? await Promise.race([rule.reply(sent), aborted(init.signal)])
    : method === 'GET'
      ? recordedReply(path)
      : undefined
  if (!found) {
    unanswered.push(`${method} ${path}`)
    return response({ status: 404, body: {} })
  }
  return response(found)
}

/** Rejects as a request does that its caller gives up. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

function response({ status, body, totals, headers = {} }: Reply): Response {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Blob
  return new Response(isRaw ? (body ?? null) : JSON.stringify(body), {
    status,
    headers: {
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...(totals === undefined ? {} : { 'x-totals': JSON.stringify(totals) }),
      ...headers,
    },
  })
}

function bodyOf(body: BodyInit | null | undefined): unknown {
  return typeof body === 'string' ? JSON.parse(body) : (body ?? undefined)
}

function openStream(signal: AbortSignal | null | undefined): Response {
  if (isStreamCut) throw new TypeError('Failed to fetch')
  let own: ReadableStreamDefaultController<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      own = controller
      streams.push(controller)
      controller.enqueue(new TextEncoder().encode(`event: ready\ndata: {"is_resumed":true}\n\n${early}`))
      early = ''
    },
  })
  signal?.addEventListener('abort', () => {
    if (streams.includes(own)) own.error(signal.reason)
    streams = streams.filter((other) => other !== own)
  })
  return new Response(stream, { status: 200, headers: { 'content-type': 'text/event-stream' } })
}

function recordedAt(path: string) {
  return RECORDED[role].answers[path] ?? RECORDED.visitor.answers[path]
}

function recordedReply(path: string): Reply | undefined {
  const found = recordedAt(path)
  return found && { status: 200, body: changed(found.body), totals: changed(found.totals) }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
