// A call is declared once: method, path below /api, access, input and answer.
// The server binds it to a use case, the browser calls it, and OpenAPI and the bad-input test are derived from it.
import type * as z from 'zod/mini'

type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `owner` means signed in, with the row's owner checked in the use case's own query. */
export type Access = 'anyone' | 'signed-in' | 'owner' | 'admin'

export type Call = {
  readonly method: Method
  /** Below /api, with the trailing slash: `/bots/{id}/`. */
  readonly path: string
  readonly access: Access
  /** One sentence for the API page. */
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** A request without a body means one without fields; otherwise it is refused. */
  readonly isBodyOptional?: boolean
  readonly answer: Schema
  /** 200 by default; 204 sends no body. */
  readonly status?: 200 | 201 | 202 | 204
  /** Media type of a file that is sent instead of JSON. */
  readonly produces?: string
  /** Takes a form with one file in the field `file` instead of JSON. */
  readonly consumes?: 'file'
  /** The largest file that is taken; 100 by default. */
  readonly fileLimitMb?: number
  /** Counts of a list, sent as JSON in the x-totals header, so that the list stays a plain array. */
  readonly totals?: Schema
  /** Refused with RECENT_AUTH_REQUIRED unless the caller proved their identity within the last RECENT_AUTH_MINUTES. */
  readonly recentAuth?: boolean
  /** Sets the cookie by which this browser is recognised at its next sign-in. */
  readonly issuesDevice?: boolean
  /** May be called by an admin who still has to enrol a second factor. */
  readonly beforeEnrolment?: boolean
}

export const RECENT_AUTH_MINUTES = 10

export function call<const C extends Call>(spec: C): C {
  return spec
}

type Input<C, Part extends 'params' | 'query' | 'body'> = C extends { readonly [K in Part]: infer S extends Schema }
  ? z.output<S>
  : unknown
type RawInput<C, Part extends 'params' | 'query' | 'body'> = C extends { readonly [K in Part]: infer S extends Schema }
  ? z.input<S>
  : unknown

/** An uploaded file, read once, chunk by chunk. */
export type IncomingFile = { readonly name: string; readonly content: AsyncIterable<Uint8Array> }
type FileInput<C> = C extends { readonly consumes: 'file' } ? { readonly file: IncomingFile } : unknown

/** Input of the use case: parsed path, query and body in one object. */
export type CallInput<C extends Call> = Input<C, 'params'> & Input<C, 'query'> & Input<C, 'body'> & FileInput<C>
/** Input of a client; path parameters are taken from it by name. */
export type CallRequest<C extends Call> = RawInput<C, 'params'> & RawInput<C, 'query'> & RawInput<C, 'body'>
/** The use case's return value, before the answer schema parses it. */
export type CallResult<C extends Call> = C extends { readonly totals: infer S extends Schema }
  ? { readonly list: z.input<C['answer']>; readonly totals: z.input<S> }
  : z.input<C['answer']>
/** What a client receives. */
export type CallAnswer<C extends Call> = z.output<C['answer']>
/** The counts beside a list. */
export type CallTotals<C extends Call> = C extends { readonly totals: infer S extends Schema } ? z.output<S> : never

/** The client's request for a call: parameters go into the path, the rest into the query or the body. */
export function requestOf(spec: Call, input: Readonly<Record<string, unknown>>): { path: string; body?: unknown } {
  const rest = { ...input }
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (spec.body) return { path, body: rest }
  const query = Object.entries(rest).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(String(value as string))}`],
  )
  return { path: query.length > 0 ? `${path}?${query.join('&')}` : path }
}
