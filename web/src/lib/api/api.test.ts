import { logIn, readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { downloadInvoice } from '@trading-bot/contract/rest/billing/payments'
import { listSessions } from '@trading-bot/contract/rest/accounts/security'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiFailure } from './api-failure.ts'

type SentRequest = { path: string; bearer: string | null }

// Minimal stubs of the browser storage and network that api.ts uses.
const stored = new Map<string, string>()
vi.stubGlobal('window', {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
})
vi.stubGlobal('navigator', {})
const { api } = await import('./api.ts')
const { session } = await import('../session/session.ts')

function answerWith(answer: (sent: SentRequest) => { status: number; body?: unknown }): SentRequest[] {
  const requests: SentRequest[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const sent = { path, bearer: new Headers(init.headers).get('authorization') }
    requests.push(sent)
    const { status, body } = answer(sent)
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  })
  return requests
}

test('a call that is given up while it waits for its turn is not sent', async () => {
  const requests = answerWith(() => ({ status: 200, body: [] }))
  const givenUp = new AbortController()
  const first = api(listSessions, {})
  const second = api(listSessions, {}, { signal: givenUp.signal })
  givenUp.abort()
  await expect(second).rejects.toThrow(/abort/)
  await first
  expect(requests).toHaveLength(1)
})

describe('a call whose access token has expired', () => {
  beforeEach(() => {
    stored.clear()
    stored.set('access_token', 'dead').set('refresh_token', 'r1').set('user', '{}')
  })
  const serve = ({ path, bearer }: SentRequest) => {
    if (path.includes('/token/refresh/')) return { status: 200, body: { access: 'fresh', refresh: 'r2' } }
    return bearer === 'Bearer fresh' ? { status: 200, body: [] } : { status: 401, body: {} }
  }

  test('SE-03 parallel 401s cause one refresh, each call is retried once, and the rotated token is stored', async () => {
    const requests = answerWith(serve)
    await Promise.all([api(readProfile, {}), api(listSessions, {}), api(readProfile, {})])
    expect(requests.filter(({ path }) => path.includes('refresh'))).toHaveLength(1)
    expect(requests).toHaveLength(7)
    expect(stored.get('access_token')).toBe('fresh')
    expect(stored.get('refresh_token')).toBe('r2')
  })

  test('SE-03 a refused refresh clears the storage', async () => {
    answerWith(() => ({ status: 401, body: {} }))
    await expect(api(readProfile, {})).rejects.toMatchObject({ status: 401 } satisfies Partial<ApiFailure>)
    expect(stored.size).toBe(0)
  })

  test('SE-03 calls that are refused together end the session once and say why', async () => {
    answerWith(() => ({ status: 401, body: {} }))
    await Promise.allSettled([api(readProfile, {}), api(listSessions, {}), api(readProfile, {})])
    expect(session.read()).toMatchObject({ status: 'signed-out', notice: 'Your session has ended. Sign in again.' })
  })

  test('SE-03 a second 401 after the refresh is not retried', async () => {
    const requests = answerWith((sent) => (sent.path.includes('refresh') ? serve(sent) : { status: 401, body: {} }))
    await expect(api(readProfile, {})).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(3)
  })

  test('SE-03 a busy server during the refresh does not sign the user out', async () => {
    answerWith(({ path }) => ({ status: path.includes('refresh') ? 503 : 401, body: {} }))
    await expect(api(readProfile, {})).rejects.toMatchObject({ status: 503 })
    expect(stored.get('refresh_token')).toBe('r1')
  })

  test('SE-03 a public call causes no refresh', async () => {
    const requests = answerWith(() => ({ status: 401, body: {} }))
    await expect(api(logIn, { username: 'u', password: 'p' })).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(1)
    expect(stored.get('refresh_token')).toBe('r1')
  })

  test('a refresh that completes after signing out does not sign in again', async () => {
    answerWith((sent) => {
      if (sent.path.includes('refresh')) stored.clear()
      return serve(sent)
    })
    await expect(api(readProfile, {})).rejects.toMatchObject({ status: 401 })
    expect(stored.size).toBe(0)
  })
})

test('a file download returns bytes, and its refusal is still reported', async () => {
  const id = '0190b5a0-0000-7000-8000-000000000001'
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array([37, 80, 68, 70])))
  expect(await api(downloadInvoice, { id })).toEqual(new Uint8Array([37, 80, 68, 70]))
  vi.stubGlobal('fetch', async () => new Response('{"error":"Resource not found."}', { status: 404 }))
  await expect(api(downloadInvoice, { id })).rejects.toMatchObject({
    status: 404,
    body: { error: 'Resource not found.' },
  })
})

test('a call that only reads asks for what has changed, and a change of session asks anew', async () => {
  const tags: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    tags.push(new Headers(init.headers).get('if-none-match'))
    return tags.at(-1) === 'W/"one"'
      ? new Response(null, { status: 304 })
      : new Response('[]', { headers: { etag: 'W/"one"' } })
  })
  stored.set('access_token', 'first')
  const [answer, again] = [await api(listSessions, {}), await api(listSessions, {})]
  expect(again).toBe(answer)
  stored.set('access_token', 'second')
  expect(await api(listSessions, {})).toEqual([])
  expect(tags).toEqual([null, 'W/"one"', null])
})

test('SE-02 a call carries JSON and the bearer token, and no bearer without one', async () => {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return new Response('{}')
  })
  stored.clear()
  await api(readProfile, {})
  stored.set('access_token', 'a1')
  await api(updateProfile, { first_name: 'Meera' })
  expect(sent.map((headers) => headers.get('authorization'))).toEqual([null, 'Bearer a1'])
  expect(sent.map((headers) => headers.get('accept'))).toEqual(['application/json', 'application/json'])
  expect(sent.map((headers) => headers.get('content-type'))).toEqual([null, 'application/json'])
})

test('SE-02 ER-02 a call that is not answered in time is given up as a timeout', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const asked = Promise.allSettled([api(readProfile, {})])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await asked).toMatchObject([{ status: 'rejected', reason: { status: 'timeout' } }])
  vi.useRealTimers()
})
