import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { expect, test } from 'vitest'
import { ROUTES } from '../../../routes.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()

const name = ({ method, path: place }: { method: string; path: string }) => `${method} ${place}`

test('every call of the contract has exactly one handler, and every handler its call', () => {
  const named = CALLS.map(({ spec }) => name(spec)).sort()
  const bound = ROUTES.map(({ spec }) => name(spec)).sort()
  expect(bound).toEqual(named)
  expect(new Set(named).size).toBe(named.length)
})

test('every path of the contract ends in a slash and answers 404 without it', async () => {
  for (const { spec } of CALLS) {
    expect(spec.path).toMatch(/^\/.*\/$/)
    const bare = spec.path.replace(/\{\w+\}/g, '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2').replace(/\/$/, '')
    const reply = await server.raw(spec.method, `/api${bare}`, spec.method === 'GET' ? {} : { body: '{}' })
    expect([name(spec), reply.status]).toEqual([name(spec), 404])
  }
})

test('the access rules of the contract match the list of calls', () => {
  const listed = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/calls.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'))
  const differing = CALLS.flatMap(({ spec }) => {
    const row = listed.find(([method, place]) => method === spec.method && place === spec.path)
    return row && row[2]?.replace(' or admin', '') !== spec.access
      ? [`${name(spec)}: ${spec.access}, not ${row[2]}`]
      : []
  })
  expect(differing).toEqual([])
})

test('the OpenAPI 3.1 document contains every call with its answer', async () => {
  const { body, status } = await server.raw('GET', '/api/openapi.json')
  expect(status).toBe(200)
  const api = body as { openapi: string; paths: Record<string, Record<string, { responses: object }>> }
  expect(api.openapi).toBe('3.1.0')
  for (const { spec } of CALLS) {
    const operation = api.paths[`/api${spec.path}`]?.[spec.method.toLowerCase()]
    expect(Object.keys(operation?.responses ?? {})).toContain(String(spec.status ?? 200))
  }
})

test('the OpenAPI document describes files by their media type and lists of a fixed length by their parts', async () => {
  const { body } = await server.raw('GET', '/api/openapi.json')
  const text = JSON.stringify(body)
  // Both are of OpenAPI 3.0 or of older drafts of JSON Schema.
  expect(text).not.toContain('"format":"binary"')
  expect(text).not.toMatch(/"items":\[/)
  const fixed = partsOf(body).filter((part) => Array.isArray(part['prefixItems']))
  expect(fixed.length).toBeGreaterThan(0)
  for (const { type, prefixItems, minItems, maxItems } of fixed) {
    const { length } = prefixItems as unknown[]
    expect([type, minItems, maxItems]).toEqual(['array', length, length])
  }
  const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, Content> }>> }
  for (const { spec } of CALLS.filter((call) => call.spec.produces)) {
    const { content } = paths[`/api${spec.path}`]![spec.method.toLowerCase()]!.responses['200']!
    const [type, { schema }] = Object.entries(content)[0]!
    const expected = type === 'application/json' ? 'object' : type.includes('charset') ? 'string' : undefined
    expect([spec.path, schema?.type]).toEqual([spec.path, expected])
  }
})

type Content = { content: Record<string, { schema?: { type: string } }> }

function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(partsOf)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

test('the API page contains every call', async () => {
  const { body } = await server.raw('GET', '/api/docs/')
  for (const { spec } of CALLS) expect(body).toContain(`<b>${spec.method}</b> <code>${spec.path}</code>`)
})
