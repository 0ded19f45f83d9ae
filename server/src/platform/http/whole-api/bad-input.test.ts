// Generated from the contract: every new call is covered from the day it appears.
import type { Call } from '@trading-bot/contract/rest/call'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signUp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { type Reply, serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()
let tokens: { user: string; admin: string }
beforeAll(async () => {
  tokens = { user: (await signUp(server)).access, admin: (await signUpAdmin(server)).access }
})

const UNKNOWN_ID = '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2'
/** Of parts of a path that are no ids. */
const UNKNOWN: Readonly<Record<string, string>> = {
  token: '0',
  day: '2000-01-02',
  bot_type: 'custom_strategy',
}
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

describe.each(CALLS.map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const))('%s', (_, spec) => {
  const url = `/api${spec.path.replace(/\{(\w+)\}/g, (_part, name) => UNKNOWN[name] ?? UNKNOWN_ID)}`
  const token = () => (spec.access === 'anyone' ? undefined : spec.access === 'admin' ? tokens.admin : tokens.user)

  test('a wrong method is refused with a sentence', async () => {
    const taken = CALLS.filter((call) => call.spec.path === spec.path).map((call) => call.spec.method as string)
    for (const method of METHODS.filter((each) => !taken.includes(each))) {
      // Another call's {id} may match this path with that method: then the id does not exist.
      const isCovered = CALLS.some((call) => call.spec.method === method && pathPattern(call.spec.path).test(url))
      const reply = await server.raw(method, url, { token: token() })
      expectRefusal(reply, isCovered ? [401, 404] : [405])
      if (!isCovered) expect(reply.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(taken))
    }
  })

  if (spec.params) {
    test('an unknown id answers 404', async () => {
      const body = spec.body && { body: JSON.stringify(sampleOf(spec)) }
      expectRefusal(await server.raw(spec.method, url, { token: token(), ...body }), [404])
      const nonsense = `/api${spec.path.replace(/\{\w+\}/g, 'nonsense')}`
      expectRefusal(await server.raw(spec.method, nonsense, { token: token(), ...body }), [404])
    })
  }

  if (spec.body) {
    test('an invalid body answers 4xx, never 5xx, and changes nothing', async () => {
      const before = await fingerprint()
      for (const [statuses, body, headers, expected = ''] of badBodies(spec)) {
        const reply = await server.raw(spec.method, url, { token: token(), body, headers })
        expectRefusal(reply, statuses)
        // A wrong log-in is 400 too: the answer must be about the field that is wrong here.
        expect(JSON.stringify(reply.body)).toContain(expected)
      }
      expect(await fingerprint()).toEqual(before)
    })
  }
})

function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

type BadBody = [statuses: number[], body: string, headers: Record<string, string>, expected?: string]

function badBodies(spec: Call): BadBody[] {
  const sample = sampleOf(spec)
  const json = (value: unknown): [number[], string, Record<string, string>] => [
    spec.params ? [400, 404] : [400],
    JSON.stringify(value),
    {},
  ]
  const fields = Object.keys(sample)
  const needed = requiredFields(spec)
  return [
    [[400], '{"half":', {}],
    [[400], '{"__proto__":{"is_admin":true}}', {}, 'not valid JSON'],
    [[413], JSON.stringify({ filler: 'x'.repeat(300_000) }), {}],
    [[415], 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    json([]),
    json('text'),
    json(42),
    [...json({ ...sample, no_such_field: 1 }), spec.params ? '' : 'a field that is not known here'],
    ...(needed.length > 0 ? [json({}), json(null)] : []),
    ...needed.map((field) => json(Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field)))),
    ...fields.flatMap((field) => [
      json({ ...sample, [field]: { nested: [1] } }),
      json({ ...sample, [field]: 'nul\u0000' }),
    ]),
  ]
}

type JsonField = {
  type?: string
  enum?: unknown[]
  default?: unknown
  format?: string
  minimum?: number
  anyOf?: JsonField[]
  properties?: Record<string, JsonField>
}
type JsonSchema = { properties?: Record<string, JsonField>; required?: string[] }

function schemaOf(spec: Call): JsonSchema {
  return spec.body ? (z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {}
}

function requiredFields(spec: Call): string[] {
  return schemaOf(spec).required ?? []
}

/** A body of the right shape (not necessarily a valid one), from which the invalid ones are made. */
function sampleOf(spec: Call): Record<string, unknown> {
  return sampleFields(schemaOf(spec).properties)
}

function sampleFields(properties: ReturnType<typeof schemaOf>['properties'] = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      if (field.default !== undefined) return [name, field.default]
      const { type, enum: values, format, properties: inner, minimum = 1 } = field.anyOf?.[0] ?? field
      if (type === 'object') return [name, sampleFields(inner)]
      if (values) return [name, values[0]]
      if (type === 'boolean') return [name, false]
      if (type === 'number' || type === 'integer') return [name, Math.max(1, minimum)]
      if (type === 'array') return [name, []]
      return [name, format === 'uuid' ? UNKNOWN_ID : (SAMPLE_TEXTS[name] ?? 'Sample12')]
    }),
  )
}

const SAMPLE_TEXTS: Record<string, string> = {
  email: 'sample@example.in',
  override_reason: 'A reason of some length',
  otp: '123456',
  phone_number: '98200 11111',
  outbound_address: '203.0.113.7',
  secondary_address: '203.0.113.8',
  egress_address: '203.0.113.9',
  relation: 'spouse',
  consented_on: '2026-11-03',
  approved_on: '2026-11-03',
  day: '2026-11-03',
  valid_until: '2030-01-01T10:00:00.000Z',
  logic_hash: 'a'.repeat(64),
  starts_at: '2030-01-01T10:00:00.000Z',
  ends_at: '2030-01-01T11:00:00.000Z',
  ends_before: '2030-01-01T11:00:00.000Z',
}

function expectRefusal(reply: Reply<unknown>, statuses: number[]): void {
  expect(statuses, JSON.stringify(reply.body)).toContain(reply.status)
  const body = reply.body as Record<string, unknown>
  const sentences = Object.values(body)
    .flat()
    .filter((value) => typeof value === 'string')
  expect(
    sentences.some((sentence) => /\w+ \w+/.test(String(sentence))),
    JSON.stringify(body),
  ).toBe(true)
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}

/** Row counts of every table that a call could change (throttle counters and failed log-ins may increase). */
async function fingerprint(): Promise<unknown> {
  const [users, sessions, pending, mails, audit] = await Promise.all(
    (['users', 'sessions', 'pending_registrations', 'mails', 'audit_lines'] as const).map((table) =>
      server.db
        .selectFrom(table)
        .select((each) => each.fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  const rows = await server.db.selectFrom('users').select(['id', 'updated_at', 'password_hash']).orderBy('id').execute()
  return { users, sessions, pending, mails, audit, rows }
}
