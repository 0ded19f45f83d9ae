// A second opinion on what the API takes: reads the published JSON Schema, and knows nothing of the server's own parser.

import { isIPv6 } from 'node:net'

export type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

/** Only the keywords that the contract's schemas use; a new one is refused rather than passed over. */
const KNOWN = new Set(
  (
    'type enum const anyOf allOf properties required additionalProperties items ' +
    'minItems maxItems minLength maxLength pattern format minimum maximum exclusiveMinimum default propertyNames description'
  ).split(' '),
)

export function fitsSchema(schema: Schema, value: unknown): boolean {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword))
  if (unknown) throw new Error(`the schema says "${unknown}", which the fuzz does not understand yet`)
  if (schema.anyOf && !schema.anyOf.some((each) => fitsSchema(each, value))) return false
  if (schema.allOf && !schema.allOf.every((each) => fitsSchema(each, value))) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if ('const' in schema && schema.const !== value) return false
  return (
    isOfType(schema.type, value) && fitsText(schema, value) && fitsNumber(schema, value) && fitsInside(schema, value)
  )
}

function isOfType(type: Schema['type'], value: unknown): boolean {
  if (type === undefined) return true
  if (typeof type !== 'string') return type.some((each) => isOfType(each, value))
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function fitsText(schema: Schema, value: unknown): boolean {
  if (typeof value !== 'string') return true
  // Texts are trimmed before they are measured, which JSON Schema cannot say; the longer form may still be too short.
  const trimmed = value.trim()
  // JSON Schema counts characters, not UTF-16 units.
  const count = (text: string) => Array.from(text).length
  if (count(value) < (schema.minLength ?? 0) || count(trimmed) > (schema.maxLength ?? Infinity)) return false
  // The published pattern of IPv6 leaves out addresses that end in an IPv4 one.
  if (schema.format === 'ipv6') return isIPv6(trimmed)
  return (
    schema.pattern === undefined ||
    new RegExp(schema.pattern, 'u').test(value) ||
    new RegExp(schema.pattern, 'u').test(trimmed)
  )
}

function fitsNumber(schema: Schema, value: unknown): boolean {
  if (typeof value !== 'number') return true
  if (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)) return false
  return schema.exclusiveMinimum === undefined || value > schema.exclusiveMinimum
}

function fitsInside(schema: Schema, value: unknown): boolean {
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return false
    return value.every((item) => fitsSchema(schema.items ?? {}, item))
  }
  if (typeof value !== 'object' || value === null) return true
  const { properties = {}, required = [], additionalProperties = true, propertyNames = {} } = schema
  if (!required.every((name) => Object.hasOwn(value, name))) return false
  return Object.entries(value).every(([name, inner]) => {
    if (!fitsSchema(propertyNames, name)) return false
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) return fitsSchema(known, inner)
    return typeof additionalProperties === 'boolean' ? additionalProperties : fitsSchema(additionalProperties, inner)
  })
}
