// People of the tests: the demo's two, and as many of our own as a test needs.
import { randomBytes } from 'node:crypto'
import { logIn, type Register, register, type User, verifyOtp } from '@trading-bot/contract/rest/auth'
import { type Call, type CallAnswer, type CallRequest, requestOf } from '@trading-bot/contract/rest/call'
import { listDemoMail } from '@trading-bot/contract/rest/platform'
import type { APIRequestContext, Page } from '@playwright/test'

export type SignedIn = { access: string; refresh: string; user: User }
export type Person = Register & SignedIn

export function newRegistration(): Register {
  const name = `t${randomBytes(6).toString('hex')}`
  return {
    first_name: 'Meera',
    last_name: 'Nair',
    username: name,
    email: `${name}@example.com`,
    phone_number: '+91 98765 43210',
    trading_experience: 'beginner',
    password: 'Secret123',
    password_confirm: 'Secret123',
  }
}

export async function send<C extends Call>(
  request: APIRequestContext,
  spec: C,
  input: CallRequest<C>,
  headers: Record<string, string> = {},
): Promise<CallAnswer<C>> {
  const { path, body } = requestOf(spec, input as Record<string, unknown>)
  const reply = await request.fetch(`/api${path}`, {
    method: spec.method,
    headers,
    ...(body === undefined ? {} : { data: body }),
  })
  if (!reply.ok()) throw new Error(`${spec.method} ${path}: ${reply.status()} ${await reply.text()}`)
  return await reply.json()
}

export async function mailedCode(request: APIRequestContext, to: string): Promise<string> {
  const [mail] = await send(request, listDemoMail, { to })
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`no code was mailed to ${to}`)
  return code
}

/** An account of its own for a test that changes or spends something. */
export async function newPerson(request: APIRequestContext): Promise<Person> {
  const registration = newRegistration()
  await send(request, register, registration)
  const otp = await mailedCode(request, registration.email)
  const answer = await send(request, verifyOtp, { email: registration.email, otp, registration_data: registration })
  return { ...registration, ...answer }
}

export function logInAs(request: APIRequestContext, username: string, password: string): Promise<SignedIn> {
  return send(request, logIn, { username, password })
}

/** Puts a session into the browser's storage, as a former visit would have left it. */
export async function leaveSession(page: Page, { access, refresh, user }: SignedIn): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((stored) => Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)), {
    access_token: access,
    refresh_token: refresh,
    user: JSON.stringify(user),
    remember_me: 'false',
  })
}

export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key)
}

export function storedKeys(page: Page): Promise<string[]> {
  const ours = ['access_token', 'refresh_token', 'user', 'remember_me']
  return page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), ours)
}
