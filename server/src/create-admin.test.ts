import { spawn } from 'node:child_process'
import path from 'node:path'
import { logIn } from '@trading-bot/contract/rest/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { argon2Passwords } from './security/passwords.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { passwords: argon2Passwords })
})
afterAll(() => server.stop())

const tsx = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsx')

async function createAdmin(password: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const { databaseUrl } = server.deps.config
  const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 5)).toString('base64')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://x.in',
    AUTH_SECRET: secret,
    CREDENTIALS_KEY: secret,
  }
  const child = spawn(tsx, [path.join(import.meta.dirname, 'create-admin.ts'), ...args], { env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += String(part)))
  child.stdin.end(`${password}\n`)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, text }
}

test('the first administrator is made with a typed password, and a second one of that name is refused', async () => {
  const args = ['--username', 'asha', '--email', 'asha@example.in']
  expect(await createAdmin('Str0ngpass', ...args)).toMatchObject({ code: 0 })
  const { body } = await server.call(logIn, { username: 'asha', password: 'Str0ngpass' })
  expect(body.user.is_admin).toBe(true)
  const again = await createAdmin('Str0ngpass', ...args)
  expect(again.code).toBe(1)
  expect(again.text).toContain('exists already')
})

test('a weak password is refused with the sentence of the form', async () => {
  const { code, text } = await createAdmin('weak', '--username', 'ravi', '--email', 'ravi@example.in')
  expect(code).toBe(1)
  expect(text).toContain('Password must be at least 8 characters long')
})
