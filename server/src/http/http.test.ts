import { request as httpRequest } from 'node:http'
import { readProfile } from '@trading-bot/contract/rest/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('health is ok when every part answers, 503 when one does not', async () => {
  expect((await server.raw('GET', '/api/health/')).body).toMatchObject({ status: 'ok', checks: { database: 'ok' } })
  const broken = await startTestServer({}, { checks: { database: async () => false } })
  expect((await broken.raw('GET', '/api/health/')).status).toBe(503)
  expect((await broken.raw('GET', '/api/health/live/')).status).toBe(200)
  await broken.stop()
})

test('a bug answers 500 with a request id and says nothing else', async () => {
  const broken = await startTestServer({}, { passwords: { hash: boom, verify: boom } })
  const reply = await broken.raw('POST', '/api/auth/login/', {
    body: JSON.stringify({ username: 'a', password: 'secret12' }),
  })
  expect(reply.status).toBe(500)
  expect(reply.body).toMatchObject({ error: 'Server error. Please try again later.' })
  expect(JSON.stringify(reply.body)).not.toContain('inner detail')
  await broken.stop()
})

async function boom(): Promise<never> {
  throw new Error('inner detail')
}

test('the demo answers localhost names only', async () => {
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

test('outside the demo there is no mail page and no list of sign-ins', async () => {
  const production = await startTestServer({ demo: false })
  expect((await production.raw('GET', '/api/dev/mail/')).status).toBe(404)
  expect((await production.raw('GET', '/api/world/')).body).toEqual({
    demo: false,
    payments: 'simulated',
    sign_ins: [],
  })
  await production.stop()
})

test('metrics are open on loopback and need the token elsewhere', async () => {
  await server.raw('GET', '/api/health/')
  const open = await server.raw('GET', '/metrics')
  expect(open.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/health\/",status="200"\} \d/,
  )
  const closed = await startTestServer({ demo: false, isLoopback: false, metricsToken: 'tell-me-all' })
  expect((await closed.raw('GET', '/metrics')).status).toBe(404)
  expect((await closed.raw('GET', '/metrics', { token: 'tell-me-al1' })).status).toBe(404)
  expect((await closed.raw('GET', '/metrics', { token: 'tell-me-all' })).status).toBe(200)
  await closed.stop()
})

test('every answer carries a request id and the security headers', async () => {
  const { headers } = await server.raw('GET', '/api/health/')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test("the provider's checkout is let in only where the provider is real", async () => {
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

test('an answer never holds more than the contract promises', async () => {
  const { access } = await signUp(server)
  const { body } = await server.call(readProfile, {}, access)
  expect(JSON.stringify(body)).not.toMatch(/password|secret|hash/)
})
