import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { call } from '@trading-bot/contract/rest/call'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refuseDemoInPublic } from '../../demo/refuse-demo-in-public.ts'
import { ROUTES } from '../../routes.ts'
import { signUp } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bindRoute } from './bind-route.ts'
import { buildApp } from './build-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('health is ok when every component answers, 503 when one does not', async () => {
  expect((await server.raw('GET', '/api/health/')).body).toMatchObject({ status: 'ok', checks: { database: 'ok' } })
  const broken = await startTestServer({}, { checks: { database: async () => false } })
  expect((await broken.raw('GET', '/api/health/')).status).toBe(503)
  expect((await broken.raw('GET', '/api/health/live/')).status).toBe(200)
  await broken.stop()
})

test('a bug answers 500 with a request id and no details', async () => {
  const broken = await startTestServer({}, { passwords: { hash: boom, verify: boom } })
  const reply = await broken.raw('POST', '/api/auth/login/', {
    body: JSON.stringify({ username: 'a', password: 'secret12' }),
  })
  expect(reply.status).toBe(500)
  expect(reply.body).toMatchObject({ error: 'Server error. Please try again later.' })
  expect(JSON.stringify(reply.body)).not.toContain('inner detail')
  await broken.stop()
})

test('while the database is away, busy or full, callers are told when to try again', async () => {
  for (const [code, refusal, wait] of [
    ['57P03', 'DATABASE_AWAY', '5'],
    ['55P03', 'DATABASE_BUSY', '2'],
    ['53100', 'DATABASE_FULL', '60'],
  ]) {
    const fail = async () => {
      throw Object.assign(new Error('inner detail'), { code })
    }
    const broken = await startTestServer({}, { passwords: { hash: fail, verify: fail } })
    const body = JSON.stringify({ username: 'a', password: 'secret12' })
    const reply = await broken.raw('POST', '/api/auth/login/', { body })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, wait])
    expect(reply.body).toMatchObject({ code: refusal })
    expect(JSON.stringify(reply.body)).not.toContain('inner detail')
    await broken.stop()
  }
})

async function boom(): Promise<never> {
  throw new Error('inner detail')
}

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
  const production = await startTestServer({ demo: false })
  expect((await production.raw('GET', '/api/dev/mail/')).status).toBe(404)
  expect((await production.raw('GET', '/api/world/')).body).toEqual({
    demo: false,
    payments: 'simulated',
    seller_state: '27',
    sign_ins: [],
  })
  await production.stop()
})

test('metrics are open on loopback and need the token elsewhere, behind a proxy and in production', async () => {
  await server.raw('GET', '/api/health/')
  const open = await server.raw('GET', '/metrics')
  expect(open.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/health\/",status="200"\} \d/,
  )
  const closed = await startTestServer({ demo: false, isLoopback: false, metricsToken: 'tell-me-all' })
  expect((await closed.raw('GET', '/metrics')).status).toBe(404)
  expect((await closed.raw('GET', '/metrics', { token: 'tell-me-al1' })).status).toBe(404)
  expect((await closed.raw('GET', '/metrics', { token: 'tell-me-al\u00e9' })).status).toBe(404)
  const metrics = await closed.raw('GET', '/metrics', { token: 'tell-me-all' })
  expect(metrics.status).toBe(200)
  expect(metrics.headers.get('strict-transport-security')).toContain('max-age=')
  await closed.stop()
  const guarded = await startTestServer({ metricsToken: 'tell-me-all' })
  expect((await guarded.raw('GET', '/metrics')).status).toBe(404)
  await guarded.stop()
  for (const open of [{ isLoopback: false }, { trustProxy: '127.0.0.1' }, { production: true }]) {
    const tokenless = await startTestServer({ demo: false, ...open })
    expect((await tokenless.raw('GET', '/metrics')).status).toBe(404)
    await tokenless.stop()
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
  const plain = await startTestServer({ publicUrl: 'http://localhost:3000' })
  expect((await plain.raw('GET', '/api/health/')).headers.get('strict-transport-security')).toBeNull()
  await plain.stop()
})

test('a page allows the styles that carry its own nonce, and no others', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-web-'))
  writeFileSync(path.join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__STYLE_NONCE__">')
  const app = await buildApp(server.deps, { routes: [], webFolder: folder, log: pino({ level: 'silent' }) })
  const nonces = new Set<string>()
  for (const url of ['/', '/login', '/index.html']) {
    const reply = await app.inject({ url, headers: { host: 'localhost' } })
    const nonce = /nonce="([\w+/=]{24})"/.exec(reply.body)?.[1] ?? 'none'
    expect(reply.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
  await app.close()
  rmSync(folder, { recursive: true })
})

test('whom to tell about a weakness is written down where RFC 9116 wants it', async () => {
  const { body } = await server.raw('GET', '/.well-known/security.txt')
  expect(body).toMatch(/^Contact: mailto:security@bot\.example\.in\nExpires: 2027-05-15T/)
})

test('the API is described once, not with every request', async () => {
  const app = await buildApp(server.deps, { routes: [], webFolder: '/nowhere', log: pino({ level: 'silent' }) })
  const cpuOf = async (times: number) => {
    const begun = process.cpuUsage()
    for (let time = 0; time < times; time++) {
      const reply = await app.inject({ url: '/api/docs/', headers: { host: 'localhost' } })
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    }
    return process.cpuUsage(begun).user
  }
  const first = await cpuOf(1)
  expect(await cpuOf(10)).toBeLessThan(5 * first)
  await app.close()
})

test("the provider's checkout is allowed only where the provider is real", async () => {
  const policy = async (each: TestServer) =>
    (await each.raw('GET', '/api/health/')).headers.get('content-security-policy') ?? ''
  expect(await policy(server)).not.toContain('razorpay')
  const settings = {
    kind: 'razorpay',
    url: 'http://127.0.0.1:1',
    keyId: 'rzp_test_x',
    keySecret: 'x',
    webhookSecret: 'x',
  } as const
  const real = await startTestServer({ payments: settings })
  expect(await policy(real)).toContain("script-src 'self' https://checkout.razorpay.com")
  await real.stop()
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
  const app = await buildApp(server.deps, { routes: [leak], webFolder: '/nowhere', log: pino({ level: 'silent' }) })
  const reply = await app.inject({ url: '/api/leak/', headers: { host: 'localhost' } })
  expect(reply.json()).toEqual({ name: 'Neha' })
  await app.close()
})

test('the log contains the path of a request but not its query, headers or body', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const app = await buildApp(server.deps, { routes: ROUTES, webFolder: '/nowhere', log })
  const headers = { host: 'localhost', authorization: 'Bearer bearer-secret' }
  const payload = { username: 'nobody', password: 'body-secret' }
  await app.inject({ method: 'POST', url: '/api/auth/login/?token=query-secret', headers, payload })
  expect(lines.join()).toContain('"path":"/api/auth/login/"')
  expect(lines.join()).not.toContain('secret')
  await app.close()
})

test('a refused call for administrators is logged, once a minute however often it is tried', async () => {
  const { access, user } = await signUp(server)
  const read = () =>
    server.db.selectFrom('system_logs').select(['level', 'message']).where('user_id', '=', user.id).execute()
  for (let time = 0; time < 3; time++) await server.raw('GET', '/api/admin/users/', { token: access })
  const refused = { level: 'WARNING', message: 'A call for administrators was refused: GET /admin/users/' }
  expect((await read()).filter(({ message }) => message === refused.message)).toEqual([refused])
  server.moveTime(60_000)
  await server.raw('GET', '/api/admin/users/', { token: access })
  expect((await read()).filter(({ message }) => message === refused.message)).toEqual([refused, refused])
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
