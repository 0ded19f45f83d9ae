// Parameters that a strategy's author declares in the code, and the values that the form sets.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { CodeFiles, MOST_CODE } from './code-files.ts'

const Name = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'A parameter has small letters, digits and underscores'))
const Limit = z.number().check(z.gte(-1e9), z.lte(1e9))

export const AuthorParameter = z.object({
  name: Name,
  type: z.enum(['int', 'decimal', 'bool']),
  label: z.string().check(z.maxLength(60)),
  help: z.string().check(z.maxLength(300)),
  /** For `bool` the range is 0 to 1. */
  min: Limit,
  max: Limit,
  /** Step of the form's field and of a sweep. */
  step: z.number().check(z.gt(0), z.lte(1e9)),
  default: z.union([Limit, z.boolean()]),
})
export type AuthorParameter = z.infer<typeof AuthorParameter>

export const AuthorParameters = z.array(AuthorParameter).check(z.maxLength(30))

/** By name; a parameter without a value has its default. */
export const AuthorValues = z.record(Name, z.union([z.number(), z.boolean()]))
export type AuthorValues = z.infer<typeof AuthorValues>

export const readDeclaredParameters = call({
  method: 'POST',
  path: '/admin/bot-code/parameters/',
  access: 'admin',
  summary:
    'The parameters that this code declares, read without running it; the error and its line if it cannot be read.',
  body: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(MOST_CODE, 'At most 200,000 characters of code')),
    files: z._default(CodeFiles, null),
  }),
  answer: z.object({
    parameters: AuthorParameters,
    error: z.nullable(z.string()),
    line: z.nullable(z.int()),
    file: z.nullable(z.string()),
  }),
})
