import { spawn } from 'node:child_process'
import { logIn } from '@trading-bot/contract/rest/accounts/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator } from './operations/users/index.ts'
import { argon2Passwords } from './platform/security/passwords.ts'
import { builtProgram } from './testing/server-process.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { passwords: argon2Passwords })
})
afterAll(() => server.stop())

const secretOf = (step: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => index * step)).toString('base64')
const environment = () => ({
  DATABASE_URL: server.deps.config.databaseUrl,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://x.in',
  AUTH_SECRET: secretOf(5),
  CREDENTIALS_KEY: secretOf(7),
})

/** The command itself, as a process. */
async function createAdmin(password: string, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const env = { ...process.env, ...environment() }
  const child = spawn(process.execPath, [builtProgram('create-admin'), ...args], { env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += String(part)))
  child.stdin.end(`${password}\n`)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, text }
}

test('the first administrator is made with a typed password; a weak one and a second of that name are refused', async () => {
  const args = ['--username', 'asha', '--email', 'asha@example.in']
  const [made, refused] = await Promise.all([createAdmin('Str0ngpass', ...args), createAdmin('weak', ...args)])
  expect([made.code, made.text]).toEqual([0, expect.stringContaining('Administrator asha created.')])
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('at least 8 characters long')])
  expect(made.text).not.toContain('Str0ngpass')
  const { body } = await server.call(logIn, { username: 'asha', password: 'Str0ngpass' })
  expect(body.user.is_admin).toBe(true)
  const again = addAdministrator({ env: environment(), args, askPassword: async () => 'Str0ngpass' })
  await expect(again).rejects.toThrow('exists already')
  const common = addAdministrator({ env: environment(), args, askPassword: async () => 'Welcome123' })
  await expect(common).rejects.toThrow('among the most common')
})
