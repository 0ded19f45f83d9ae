// Every API call goes through here: bearer token, JSON, timeout, and one refresh when the access token has expired.
import {
  type Call,
  type CallAnswer,
  type CallRequest,
  type CallTotals,
  requestOf,
} from '@trading-bot/contract/rest/call'
import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { ApiFailure, isRefusedWith } from './api-failure.ts'
import { callTimeoutMs } from './call-timeout.ts'
import { openKnownAnswers } from './known-answers.ts'
import { takeTurn } from './take-turn.ts'
import { askRecentAuth } from '../session/recent-auth.ts'
import { session } from '../session/session.ts'

type Options = { signal?: AbortSignal; timeoutMs?: number }

export async function api<C extends Call>(
  spec: C,
  input: CallRequest<C>,
  options: Options = {},
): Promise<CallAnswer<C>> {
  const request = () => authorised(spec, (access) => send(spec, input, access, options))
  const reply = await request()
  const mustConfirm = spec.recentAuth && isRefusedWith(reply.body, 'RECENT_AUTH_REQUIRED')
  const answer = answerOf<C>(mustConfirm && (await askRecentAuth()) ? await request() : reply)
  return opensSession(spec) ? (spec.answer.parse(answer) as CallAnswer<C>) : answer
}

/** What anyone may post is sign-in and registration: an answer of another shape would leave half a session. */
function opensSession({ access, method }: Call): boolean {
  return access === 'anyone' && method === 'POST'
}

/** A list with its totals. */
export async function apiList<C extends Call>(
  spec: C,
  input: CallRequest<C>,
  options: Options = {},
): Promise<{ list: CallAnswer<C>; totals: CallTotals<C> }> {
  const reply = await authorised(spec, (access) => send(spec, input, access, options))
  return { list: answerOf<C>(reply), totals: JSON.parse(reply.totals ?? '{}') as CallTotals<C> }
}

/** Sends with the access token, and retries once with a new one when the token has expired. */
export async function authorised<R extends { status: number; body: unknown }>(
  spec: Call,
  send: (access: string | null) => Promise<R>,
): Promise<R> {
  const access = session.tokens().access
  const first = await send(access)
  if (spec.access === 'admin' && first.status === 403) noteLostRole(first.body)
  if (first.status !== 401 || spec.access === 'anyone') return first
  const refreshed = await refreshAccess(access)
  return refreshed === null ? first : send(refreshed)
}

/** The server decides who is an administrator: a role taken away, or a flag forged in the storage, ends with its word. */
function noteLostRole(body: unknown): void {
  if (isRefusedWith(body, 'ACCESS_DENIED')) session.loseAdminRole()
}

type Reply = { status: number; isOk: boolean; body: unknown; totals: string | null }

const knownAnswers = openKnownAnswers<Reply>()

async function send(spec: Call, input: unknown, access: string | null, options: Options): Promise<Reply> {
  await takeTurn()
  // Given up while it waited, as when its screen was left.
  options.signal?.throwIfAborted()
  const { path, body } = requestOf(spec, input as Record<string, unknown>)
  const known = spec.method === 'GET' && !spec.produces ? knownAnswers.find(access, path) : undefined
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? callTimeoutMs(spec))
  const signals = options.signal ? [timeout.signal, options.signal] : [timeout.signal]
  try {
    const response = await fetch(`/api${path}`, {
      method: spec.method,
      headers: {
        accept: spec.produces ?? 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(access ? { authorization: `Bearer ${access}` } : {}),
        ...(known ? { 'if-none-match': known.tag } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.any(signals),
    })
    if (response.status === 304 && known) return known.reply
    const read = await readBody(spec, response)
    const reply = {
      status: response.status,
      isOk: response.ok,
      body: read,
      totals: response.headers.get('x-totals'),
    }
    if (response.ok && spec.method === 'GET' && !spec.produces)
      knownAnswers.keep(access, path, response.headers.get('etag'), reply)
    return reply
  } catch (cause) {
    if (timeout.signal.aborted) throw new ApiFailure('timeout')
    if (options.signal?.aborted || !(cause instanceof TypeError)) throw cause
    throw new ApiFailure('network')
  } finally {
    clearTimeout(timer)
  }
}

/** A file is returned as bytes; an error response is JSON as usual. */
async function readBody(spec: Call, response: Response): Promise<unknown> {
  if (spec.produces && response.ok) return new Uint8Array(await response.arrayBuffer())
  return parseJson(await response.text(), response.ok)
}

// An error response without JSON (a proxy's page, for example) is reported by its status; a success without JSON
// throws.
export function parseJson(text: string, isOk: boolean): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (isOk) throw cause
    return {}
  }
}

export function answerOf<C extends Call>(reply: Pick<Reply, 'status' | 'isOk' | 'body'>): CallAnswer<C> {
  if (!reply.isOk) throw new ApiFailure(reply.status, reply.body)
  return reply.body as CallAnswer<C>
}

/** One refresh for all calls and all tabs that used the same expired token; null when the session has ended. */
function refreshAccess(expired: string | null): Promise<string | null> {
  return runExclusive('session-refresh', async () => {
    const { access, refresh } = session.tokens()
    if (access && access !== expired) return access
    if (!refresh) return endSession()
    const reply = await send(refreshToken, { refresh }, null, {})
    // The user signed out during the refresh, so its response must not sign in again.
    if (session.tokens().refresh !== refresh) return null
    if (reply.isOk) {
      const tokens = refreshToken.answer.parse(reply.body)
      session.storeTokens(tokens)
      return tokens.access
    }
    // A busy server says nothing about the session: the call fails, the user stays signed in.
    if (BUSY.has(reply.status)) throw new ApiFailure(reply.status, reply.body)
    return endSession()
  })
}

const BUSY = new Set([429, 502, 503, 504])

const ENDED = 'Your session has ended. Sign in again.'

/** A user who signed out knows why, and has no token any more. Of calls that fail together the first one says why. */
function endSession(): null {
  const { access } = session.tokens()
  if (access !== null) session.end(ENDED)
  else if (session.read().status !== 'signed-out') session.end()
  return null
}

const lastRuns = new Map<string, Promise<unknown>>()

/** Runs tasks of one name one after another: across tabs where the browser has locks, else within this page. */
async function runExclusive<T>(name: string, task: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return await navigator.locks.request(name, task)
  const run = (lastRuns.get(name) ?? Promise.resolve()).then(task, task)
  lastRuns.set(name, run)
  return await run
}
