// Requests for one operation of the OpenAPI document: most look right, the others are wrong in one of many ways.
import fc from 'fast-check'
import type { Schema } from './fits-schema.ts'

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
}

export type Operation = {
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly takesFile: boolean
}

export type FuzzedRequest = {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** `undefined` sends none; a string that is no JSON stands as it is in `text`. */
  readonly body: unknown
  readonly text: string | undefined
}

/** Ids that exist, so that requests get past the first query. */
export function requestsFor(operation: Operation, ids: readonly string[]): fc.Arbitrary<FuzzedRequest> {
  const of = (place: Parameter['in']): Schema => {
    const parameters = operation.parameters.filter((each) => each.in === place)
    return {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    }
  }
  const [path, query] = [looksRight(of('path'), ids).filter(isOnePath), looksRight(of('query'), ids)]
  const body = operation.body && looksRight(operation.body, ids)
  const right = fc.record({ path, query, body: body ?? fc.constant(undefined), text: fc.constant(undefined) })
  const wrong = [
    ...(operation.parameters.some((each) => each.in === 'query') ? [fc.record({ query: spoilt(query) })] : []),
    ...(operation.parameters.some((each) => each.in === 'path')
      ? [fc.record({ path: changedFields(path).filter(isOnePath) })]
      : []),
    ...(body
      ? [fc.record({ body: spoilt(body) }), fc.record({ body: spoilt(body) }), fc.record({ text: NOT_JSON })]
      : []),
    ...(operation.takesFile ? [fc.record({ text: FORMS })] : []),
    fc.record({ query: withForeignField(query) }),
  ]
  return fc.oneof(
    { weight: 2, arbitrary: right },
    {
      weight: 3,
      arbitrary: fc.tuple(right, fc.oneof(...wrong)).map(([request, change]) => ({ ...request, ...change })),
    },
  ) as fc.Arbitrary<FuzzedRequest>
}

/** Dots alone are resolved before a request is sent, however they are written: it would be one for another path. */
function isOnePath(path: unknown): boolean {
  return !Object.values(path as object).some((value) => typeof value === 'string' && /^\.{1,2}$/.test(value))
}

function looksRight(schema: Schema, ids: readonly string[], name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => looksRight(each, ids, name)))
  if (schema.type === 'object') return objectLike(schema, ids)
  if (schema.type === 'array') {
    const length = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 3, 3) }
    return fc.array(looksRight(schema.items ?? {}, ids), length)
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') return numberLike(schema)
  return textLike(schema, ids, name)
}

function objectLike(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.entries(properties).map(([name, inner]) => [name, looksRight(inner, ids, name)] as const)
  if (fields.length === 0 && additionalProperties !== false)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.oneof(fc.integer(), fc.string()), { maxKeys: 3 })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true })
}

function numberLike({ type, minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const [least, most] = [minimum ?? exclusiveMinimum ?? -1000, maximum ?? 1_000_000]
  const [low, high] = [Math.ceil(Math.max(least, -1e12)), Math.floor(Math.min(most, 1e12))]
  const whole = fc.oneof(
    fc.integer({ min: low, max: Math.min(high, low + 100) }),
    fc.maxSafeInteger().map((n) => low + (Math.abs(n) % (high - low + 1))),
  )
  return type === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((value) => Math.min(value + 0.25, most)),
      )
}

function textLike(schema: Schema, ids: readonly string[], name: string): fc.Arbitrary<string> {
  if (schema.format === 'uuid' || name === 'id')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
  if (schema.format === 'date') return DAYS
  if (schema.format === 'date-time')
    return fc
      .tuple(DAYS, fc.constantFrom('T00:00:00Z', 'T09:15:00.000Z', 'T23:59:59.999Z'))
      .map((parts) => parts.join(''))
  if (schema.format === 'ipv4') return fc.ipV4()
  if (schema.format === 'ipv6') return fc.ipV6()
  if (/email|^to$/.test(name)) return fc.constantFrom('fuzz@example.in', 'trader1@example.in', 'nobody@example.in')
  if (/password/.test(name)) return fc.constantFrom('Kaveri82', 'Godavari93', 'Narmada74x')
  const min = schema.minLength ?? 0
  const max = Math.min(schema.maxLength ?? 60, min + 60)
  const written = fc.oneof(
    fc.string({ minLength: min, maxLength: max }),
    fc.string({ unit: 'grapheme', minLength: min, maxLength: max }),
  )
  const patterns = [schema.pattern, ...(schema.allOf ?? []).map(({ pattern }) => pattern)].filter(
    (each) => each !== undefined && each !== '^',
  )
  const [pattern] = patterns
  // A look-ahead can be tested, but not written from.
  if (pattern === undefined || /\(\?[=!]/.test(pattern)) return written
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, max))
}

const DAYS = fc.constantFrom(
  ...'2026-11-16 2026-11-15 2024-02-29 2000-01-01 1970-01-01 9999-12-31 0000-01-01 2030-06-30'.split(' '),
)

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'nul\u0000',
  '\ud800',
  '\udfff lone',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  'e\u0301',
  '𝟙𝟚',
  '💥'.repeat(50),
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_',
  '\\',
  '$1',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  'http://169.254.169.254/',
  'null',
  'true',
  'NaN',
  'Infinity',
  '1e309',
  '0x10',
  '-1',
  '00',
  '1.5',
  '2026-02-30',
  '2026-13-01',
  '2026-11-16T25:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(5_000),
  '1'.repeat(400),
]
const ODD_NUMBERS = [0, -0, -1, 0.001, 0.1 + 0.2, 1e-300, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53 + 2, -(2 ** 63), 99.999]

const ODD_VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...ODD_TEXTS),
  fc.constantFrom<unknown>(...ODD_NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { nested: [1] }, nest(40)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const NOT_JSON = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"half":',
    '{"a":1e309}',
    '[1,]',
    "{'a':1}",
    '\u0000',
    '{"__proto__":{"is_admin":true}}',
    '{"constructor":{"prototype":{}}}',
  ),
  fc.constantFrom(
    '['.repeat(9_000) + ']'.repeat(9_000),
    '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
    JSON.stringify('x'.repeat(300_000)),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const FORMS = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc
    .array(fc.record({ symbol: fc.string(), token: fc.string(), name: fc.string() }), { maxLength: 4 })
    .map((rows) => JSON.stringify(rows)),
  fc.constantFrom('time,open,high,low,close,volume\n2026-11-13 09:15,1,2,0.5,1,10\n', 'time,open\n,', 'PAR1PAR1', ''),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

function nest(levels: number): unknown {
  return levels === 0 ? 1 : [nest(levels - 1)]
}

/** One thing wrong with it: another value, a field gone, a field too many, or something else altogether. */
function spoilt(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: changedFields(arbitrary) },
    { weight: 2, arbitrary: withoutField(arbitrary) },
    { weight: 2, arbitrary: withForeignField(arbitrary) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], [1], 'text', 42, true, {}) },
  )
}

function changedFields(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(arbitrary, fc.nat(), ODD_VALUES).map(([value, place, odd]) => replaceAt(value, place, odd))
}

function replaceAt(value: unknown, place: number, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return odd
  const keys = Object.keys(value)
  const key = keys[place % keys.length] ?? ''
  const inner = (value as Record<string, unknown>)[key]
  // Half of the time further in, where there is something further in.
  const isDeeper = typeof inner === 'object' && inner !== null && Math.floor(place / keys.length) % 2 === 1
  const changed = isDeeper ? replaceAt(inner, Math.floor(place / keys.length / 2), odd) : odd
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
}

function withoutField(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(arbitrary, fc.nat()).map(([value, place]) => {
    const fields = Object.entries(value ?? {})
    return Object.fromEntries(fields.filter((_, index) => index !== place % Math.max(fields.length, 1)))
  })
}

const FOREIGN = [
  ...'role is_admin isAdmin user_id userId balance plan price constructor toString id'.split(' '),
  '',
  'no such field',
  '💥',
]

function withForeignField(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(arbitrary, fc.constantFrom(...FOREIGN), fc.oneof(fc.constant(true), fc.constant('1'), ODD_VALUES))
    .map(([value, name, odd]) =>
      typeof value === 'object' && value !== null ? { ...value, [name]: odd } : { [name]: odd },
    )
}
