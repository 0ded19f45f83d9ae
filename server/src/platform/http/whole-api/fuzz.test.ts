// Generated from the OpenAPI document, as a stranger would read it. `npm run fuzz -- --cases 1000 --seed 7` does more.
import { CALLS } from '@trading-bot/contract/rest/calls'
import type { Access } from '@trading-bot/contract/rest/call'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitsSchema, type Schema } from '../../../testing/fuzz/fits-schema.ts'
import { type FuzzedRequest, type Operation, type Parameter, requestsFor } from '../../../testing/fuzz/api-requests.ts'
import { rowsNamedBy } from '../../../testing/id-kinds.ts'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { addTrip } from '../../../testing/test-trades.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { type Reply, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 5)
// The same requests in every npm test, so that a red one is about the change; npm run fuzz takes new ones.
const SEED = Number(process.env.FUZZ_SEED ?? 2)
const ONLY = process.env.FUZZ_ONLY ?? ''
// Three seeds at once on two cores take a thousand cases more than half an hour.
const LIMIT_MS = 180_000 + CASES * 6_000

type Role = 'anyone' | 'user' | 'admin'
type Documented = Operation & {
  readonly method: string
  readonly path: string
  readonly access: Access
  readonly statuses: readonly string[]
  readonly isBodyNeeded: boolean
}

let server: TestServer
const tokens: Record<Role, string | undefined> = { anyone: undefined, user: undefined, admin: undefined }
const errors: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  server = await startTestServer({}, {}, log)
  await Promise.all([renew('user'), renew('admin')])
})
afterAll(() => server.stop())

test(`${CASES} requests for every operation, seed ${SEED}: none breaks the server, none invalid is accepted`, {
  timeout: LIMIT_MS,
}, async () => {
  const operations = await readOperations()
  expect(operations).toHaveLength(CALLS.length)
  const findings: string[] = []
  for (const [index, operation] of operations.entries()) {
    if (!`${operation.method} ${operation.path}`.includes(ONLY)) continue
    const requests = fc.sample(requestsFor(operation, await idsFor(operation)), { seed: SEED + index, numRuns: CASES })
    for (const [number, request] of requests.entries())
      findings.push(...(await judge(operation, request, roleOf(operation, number))))
  }
  expect(findings, `repeat it with: npm run fuzz -- --cases ${CASES} --seed ${SEED}`).toEqual([])
})

async function readOperations(): Promise<Documented[]> {
  const { body } = await server.raw('GET', '/api/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      access: described['x-allow'],
      parameters: described.parameters,
      body: described.requestBody?.content['application/json']?.schema,
      isBodyNeeded: described.requestBody?.required ?? false,
      takesFile: described.requestBody?.content['multipart/form-data'] !== undefined,
      statuses: Object.keys(described.responses),
    })),
  )
}

type Described = {
  'x-allow': Access
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: object
}

/** Rows that exist by now, most of them of the kind that the path names. */
async function idsFor({ path }: Documented): Promise<string[]> {
  const named = path.includes('{id}') ? [rowsNamedBy(path.slice('/api'.length))] : NAMED_IN_BODIES
  const newest = named.map(({ table, key }) =>
    sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)} order by 1 desc limit 4`.execute(
      server.db,
    ),
  )
  const found = await Promise.all(newest)
  const ids = found.flatMap(({ rows }) => rows.map(({ id }) => id))
  return ids.length > 0 ? ids : ['01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2']
}

const NAMED_IN_BODIES = ['bot_plans', 'plans', 'users', 'user_bots', 'bots', 'subscriptions', 'payments'].map(
  (table) => ({ table, key: 'id' }),
)

/** Mostly those who may call it; every fifth request comes from somebody else. */
function roleOf({ access }: Documented, number: number): Role {
  const other: Role = number % 2 === 0 ? 'anyone' : access === 'admin' ? 'user' : 'admin'
  if (number % 5 === 4) return other
  return access === 'admin' ? 'admin' : access === 'anyone' ? 'anyone' : 'user'
}

async function judge(operation: Documented, request: FuzzedRequest, role: Role): Promise<string[]> {
  const { method, path, access, statuses } = operation
  // Counted per address, and everybody here has the same one.
  if (access === 'anyone') await server.db.deleteFrom('throttles').execute()
  const reply = await send(operation, request, role)
  const { status } = reply
  const isAllowed = access === 'anyone' || role === 'admin' || (role === 'user' && access !== 'admin')
  if (isAllowed && status === 401 && role !== 'anyone') await renew(role)
  const report = (what: string) =>
    `${method} ${path} as ${role}: ${what}: ${status} ${JSON.stringify(reply.body).slice(0, 200)} for ${JSON.stringify(request).slice(0, 600)} ${errors.splice(0).join().slice(0, 1500)}`
  if (status >= 500) return [report('broke')]
  // What cannot be read at all is refused before anybody asks who sent it.
  if (
    !isAllowed &&
    ![role === 'anyone' ? 401 : 403, ...(request.text === undefined ? [414] : [400, 413])].includes(status)
  )
    return [report('should be refused')]
  if (!statuses.includes(String(status)) && !statuses.includes(`${String(status)[0]}XX`))
    return [report('answered what is not documented')]
  if (status < 400 && !isValid(operation, request)) return [report('accepted invalid input')]
  return []
}

function isValid(operation: Documented, request: FuzzedRequest): boolean {
  const isFine = (place: Parameter['in'], values: Readonly<Record<string, unknown>>) => {
    const parameters = operation.parameters.filter((each) => each.in === place)
    const read = (schema: Schema | undefined, text: unknown) =>
      typeof text === 'string' && (schema?.type === 'integer' || schema?.type === 'number') ? Number(text) : text
    const sent = Object.entries(values).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    return fitsSchema(
      {
        type: 'object',
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
        additionalProperties: false,
      },
      Object.fromEntries(
        sent.map(([name, value]) => [name, read(parameters.find((each) => each.name === name)?.schema, asSent(value))]),
      ),
    )
  }
  return isFine('path', request.path) && isFine('query', asFields(request.query)) && isBodyValid(operation, request)
}

function isBodyValid({ body, isBodyNeeded, takesFile }: Documented, { body: value, text }: FuzzedRequest): boolean {
  if (takesFile || !body) return true
  const json = text ?? JSON.stringify(value)
  if (json === undefined || json === '') return !isBodyNeeded
  try {
    return fitsSchema(body, JSON.parse(json))
  } catch {
    return false
  }
}

function asFields(query: unknown): Readonly<Record<string, unknown>> {
  return typeof query === 'object' && query !== null ? (query as Record<string, unknown>) : { value: query }
}

/** A value as it stands in an address: text, or several texts under one name. */
function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? asText(value[0]) : value.map((item) => asText(item))
  return asText(value)
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

async function send(operation: Documented, request: FuzzedRequest, role: Role): Promise<Reply<unknown>> {
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(asText(request.path[name])) || '%20',
  )
  const pairs = Object.entries(asFields(request.query)).flatMap(([name, value]) =>
    [asSent(value)].flat().map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(String(text))}`),
  )
  const url = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
  const token = tokens[role]
  if (operation.takesFile) {
    const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n${request.text ?? '[]'}\r\n--b--\r\n`
    return server.raw(operation.method, url, {
      token,
      body: file,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
  }
  const body = request.text ?? JSON.stringify(request.body)
  return server.raw(operation.method, url, operation.body && body !== undefined ? { token, body } : { token })
}

/** Some calls end the caller's session, or close the account: then somebody else goes on. */
async function renew(role: 'user' | 'admin'): Promise<void> {
  await server.db.deleteFrom('throttles').execute()
  if (role === 'admin') tokens.admin = (await signUpAdmin(server)).access
  if (role === 'admin') return
  const trader = await addTrader(server)
  await addTrip(server, trader, { enteredAt: '2026-11-13T05:00:00.000Z', exitedAt: '2026-11-13T05:30:00.000Z' })
  tokens.user = trader.token
}
