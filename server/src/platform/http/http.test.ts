import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readProfile, updateProfile } from '@trading-bot/contract/rest/accounts/auth'
import { call } from '@trading-bot/contract/rest/call'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { InjectOptions } from 'fastify'
import { refuseDemoInPublic } from '../../demo/refuse-demo-in-public.ts'
import { ROUTES } from '../../routes.ts'
import { logsOf, signUp } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { bindRoute } from './bind-route.ts'
import { buildApp } from './build-app.ts'
import type { Config } from '../config.ts'
import type { Deps } from './context.ts'

const server = serverForFile()

/** The same application with another configuration or other parts, asked without a network. */
async function appWith(config: Partial<Config> = {}, { log = pino({ level: 'silent' }), ...parts }: AppParts = {}) {
  const { routes = ROUTES, webFolder = '/nowhere', ...deps } = parts
  const changed = { ...server.deps, ...deps, config: { ...server.deps.config, ...config } }
  const app = await buildApp(changed, { routes, webFolder, log })
  return (url: string, { headers = {}, ...more }: InjectOptions = {}) =>
    app.inject({ url, headers: { host: 'localhost', ...headers }, ...more })
}
type AppParts = Partial<Deps> & Partial<Pick<Parameters<typeof buildApp>[1], 'log' | 'routes' | 'webFolder'>>

test('health is ok when every component answers, 503 when one does not', async () => {
  expect((await server.raw('GET', '/api/health/')).body).toMatchObject({ status: 'ok', checks: { database: 'ok' } })
  const ask = await appWith({}, { checks: { database: async () => false } })
  expect((await ask('/api/health/')).statusCode).toBe(503)
  expect((await ask('/api/health/live/')).statusCode).toBe(200)
})

test.each([
  ['a bug', undefined, 500, undefined, { error: 'Server error. Please try again later.' }],
  ['a database that is away', '57P03', 503, '5', { code: 'DATABASE_AWAY' }],
  ['a busy database', '55P03', 503, '2', { code: 'DATABASE_BUSY' }],
  ['a full database', '53100', 503, '60', { code: 'DATABASE_FULL' }],
])('%s answers with a sentence, no details, and when to try again', async (_, code, status, wait, answer) => {
  const fail = async () => {
    throw Object.assign(new Error('inner detail'), { code })
  }
  const ask = await appWith({}, { passwords: { hash: fail, verify: fail } })
  const reply = await ask('/api/auth/login/', { method: 'POST', payload: { username: 'a', password: 'secret12' } })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([status, wait])
  expect(reply.json()).toMatchObject(answer)
  expect(reply.body).not.toContain('inner detail')
})

test('no page sends a referrer to another site', async () => {
  expect((await server.raw('GET', '/reset-password?token=abc')).headers.get('referrer-policy')).toBe('no-referrer')
})

test('the demo answers to localhost names only', async () => {
  const { hostname, port } = new URL(server.url)
  const status = (host: string) =>
    new Promise((resolve) => {
      httpRequest({ hostname, port, path: '/api/dev/mail/', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).end()
    })
  expect(await status('evil.example')).toBe(421)
  expect(await status(`127.0.0.1.evil.example:${port}`)).toBe(421)
  for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]:3000']) expect(await status(host)).toBe(200)
})

test('the mail page and the list of sign-ins exist in the demo only', async () => {
  const ask = await appWith({ demo: false })
  expect((await ask('/api/dev/mail/')).statusCode).toBe(404)
  const offers = { payments: 'simulated', live_trading: false, telegram: false }
  const rules = {
    hosting: 'simulated',
    performance: 'simulated',
    paper_prices: 'simulated',
    prices: 'Simulated prices.',
    own_prices: 'Simulated prices.',
  }
  const world = { demo: false, ...offers, ...rules, seller_state: '27', sign_ins: [] }
  expect((await ask('/api/world/')).json()).toEqual(world)
})

test('metrics are open on loopback and need the token elsewhere, behind a proxy and in production', async () => {
  await server.raw('GET', '/api/health/')
  expect((await server.raw('GET', '/metrics')).body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/health\/",status="200"\} \d/,
  )
  const metricsToken = 'tell-me-all'
  const closed = await appWith({ demo: false, isLoopback: false, metricsToken })
  for (const [token, status] of [
    ['tell-me-al1', 404],
    ['tell-me-al\u00e9', 404],
    [metricsToken, 200],
  ] as const)
    expect((await closed('/metrics', { headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(status)
  const elsewhere = [{ metricsToken }, { isLoopback: false }, { trustProxy: '127.0.0.1' }, { production: true }]
  for (const config of elsewhere) {
    const ask = await appWith({ demo: false, ...config })
    expect((await ask('/metrics')).statusCode).toBe(404)
  }
})

test('every answer of the API has a request id and the security headers', async () => {
  const { headers } = await server.raw('GET', '/api/health/')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  const refused = await server.raw('GET', '/api/auth/profile/')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
})

test('a script of the page carries what concerns a script, and no policy of a page', async () => {
  const { headers } = await server.raw('GET', '/assets/nowhere.js')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect([headers.get('content-security-policy'), headers.get('x-frame-options')]).toEqual([null, null])
})

test('an installation without https does not ask browsers for it', async () => {
  const ask = await appWith({ publicUrl: 'http://localhost:3000' })
  expect((await ask('/api/health/')).headers['strict-transport-security']).toBeUndefined()
})

test('a page allows the styles that carry its own nonce, and no others; HEAD answers as GET does', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-web-'))
  writeFileSync(path.join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__STYLE_NONCE__">')
  const ask = await appWith({}, { routes: [], webFolder: folder })
  const nonces = new Set<string>()
  for (const url of ['/', '/login', '/index.html']) {
    const reply = await ask(url)
    const nonce = /nonce="([\w+/=]{24})"/.exec(reply.body)?.[1] ?? 'none'
    expect(reply.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
  for (const url of ['/', '/login', '/admin/users', '/api/docs/', '/.well-known/security.txt']) {
    const [page, head] = [await ask(url), await ask(url, { method: 'HEAD' })]
    expect([url, head.statusCode, head.headers['content-length']]).toEqual([url, 200, page.headers['content-length']])
  }
  rmSync(folder, { recursive: true })
})

test('whom to tell about a weakness is written down where RFC 9116 wants it', async () => {
  const { body } = await server.raw('GET', '/.well-known/security.txt')
  expect(body).toMatch(/^Contact: mailto:security@bot\.example\.in\nExpires: 2027-05-15T/)
})

test('the API is described once, not with every request', async () => {
  const ask = await appWith({}, { routes: [] })
  const cpuOf = async (times: number) => {
    const begun = process.cpuUsage()
    for (let time = 0; time < times; time++) {
      const reply = await ask('/api/docs/')
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    }
    return process.cpuUsage(begun).user
  }
  const first = await cpuOf(1)
  expect(await cpuOf(10)).toBeLessThan(5 * first)
})

test("the provider's checkout is allowed only where the provider is real, each host only for what it serves", async () => {
  const policy = async (config: Partial<Config>) =>
    (await (await appWith(config))('/api/health/')).headers['content-security-policy']
  expect(await policy({})).not.toContain('razorpay')
  const keys = { url: 'http://127.0.0.1:1', keyId: 'rzp_test_x', keySecret: 'x', webhookSecret: 'x' }
  const real = await policy({ payments: { kind: 'razorpay', ...keys } })
  const hosts = Object.fromEntries(
    String(real)
      .split(';')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources.filter((source) => source.startsWith('https:'))])
      .filter(([, sources]) => sources!.length > 0),
  )
  expect(hosts).toEqual({
    'script-src': ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    'img-src': ['https://cdn.razorpay.com'],
    'connect-src': ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
    'frame-src': ['https://api.razorpay.com'],
  })
})

test("an answer never contains more than the contract's fields", async () => {
  const spec = call({
    method: 'GET',
    path: '/leak/',
    access: 'anyone',
    summary: 'One field.',
    answer: z.object({ name: z.string() }),
  })
  const leak = bindRoute(spec, async () => ({ name: 'Neha', password_hash: 'secret' }))
  const ask = await appWith({}, { routes: [leak] })
  expect((await ask('/api/leak/')).json()).toEqual({ name: 'Neha' })
})

test('the log contains the path of a request but not its query, headers or body', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const ask = await appWith({}, { log })
  const headers = { authorization: 'Bearer bearer-secret' }
  const payload = { username: 'nobody', password: 'body-secret' }
  await ask('/api/auth/login/?token=query-secret', { method: 'POST', headers, payload })
  expect(lines.join()).toContain('"path":"/api/auth/login/"')
  expect(lines.join()).not.toContain('secret')
})

test('a refused call for administrators is logged, once a minute however often it is tried', async () => {
  const { access, user } = await signUp(server)
  const message = 'A call for administrators was refused: GET /admin/users/'
  const refused = async () => (await logsOf(server, user.id)).filter((line) => line.message === message)
  const ask = () => server.raw('GET', '/api/admin/users/', { token: access })
  for (let time = 0; time < 3; time++)
    expect(await ask()).toMatchObject({ status: 403, body: { message: expect.stringMatching(/\w+ \w+/) } })
  expect(await refused()).toMatchObject([{ level: 'WARNING' }])
  server.moveTime(60_000)
  await ask()
  expect(await refused()).toHaveLength(2)
})

test('a malformed URL answers 400 with a sentence', async () => {
  const reply = await server.raw('GET', '/api/auth/sessions/%zz/')
  expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })])
})

test('demo accounts are refused off loopback and in production', async () => {
  const depsWith = (change: object) => ({ ...server.deps, config: { ...server.deps.config, ...change } })
  await refuseDemoInPublic(depsWith({ isLoopback: false }))
  const { user } = await signUp(server)
  await server.db.updateTable('users').set({ is_demo: true }).where('id', '=', user.id).execute()
  await expect(refuseDemoInPublic(depsWith({ isLoopback: false }))).rejects.toThrow('holds the demo accounts')
  await expect(refuseDemoInPublic(depsWith({ production: true }))).rejects.toThrow('holds the demo accounts')
  await refuseDemoInPublic(depsWith({}))
})

async function readIfChanged(token: string, tag?: string) {
  const { status, body, headers } = await server.raw('GET', `/api${readProfile.path}`, {
    token,
    ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
  })
  return { status, body, tag: headers.get('etag') ?? '', headers }
}

test('an answer that has not changed is not sent again', async () => {
  const { access } = await signUp(server)
  const first = await readIfChanged(access)
  expect(first).toMatchObject({ status: 200, tag: expect.stringMatching(/^W\/"[\w-]{22}"$/) })
  expect(first.headers.get('content-type')).toContain('application/json')
  const again = await readIfChanged(access, first.tag)
  expect(again).toMatchObject({ status: 304, body: '', tag: first.tag })
  // Conditional or not, no cache on the way and none of the browser keeps it.
  expect(again.headers.get('cache-control')).toBe('no-store')
})

test('a change is in the next answer, whatever tag is sent', async () => {
  const { access } = await signUp(server)
  const { tag } = await readIfChanged(access)
  await server.call(updateProfile, { first_name: 'Renamed' } as never, access)
  expect(await readIfChanged(access, tag)).toMatchObject({ status: 200, body: { first_name: 'Renamed' } })
})

test('the tag of another user’s answer opens nothing, and an ended session is refused with any tag', async () => {
  const [one, other] = [await signUp(server), await signUp(server)]
  const { tag } = await readIfChanged(one.access)
  expect(await readIfChanged(other.access, tag)).toMatchObject({ status: 200 })
  expect((await readIfChanged('not.a.token', tag)).status).toBe(401)
})
