// The API's documentation, made from the contract: OpenAPI 3.1 for machines, one readable page for people.
import { type Access, type Call, RECENT_AUTH_MINUTES } from '@trading-bot/contract/rest/call'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const WHO: Readonly<Record<Access, string>> = {
  anyone: 'Anyone',
  'signed-in': 'Signed in',
  owner: 'The owner',
  admin: 'Administrators',
}

const CACHED = 'public, max-age=300'

export function addApiPages(app: FastifyInstance): void {
  // Made once, at the first request: describing every schema takes longer than any call.
  let description: string | undefined
  let page: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(describeApi())
    return reply.type('application/json; charset=utf-8').header('cache-control', CACHED).send(description)
  })
  app.get('/api/docs/', async (_request, reply) => {
    page ??= apiPage()
    const headers = { 'cache-control': CACHED, 'content-security-policy': PAGE_POLICY }
    return reply.type('text/html; charset=utf-8').headers(headers).send(page)
  })
}

function describeApi(): Json {
  const paths: Record<string, Json> = {}
  for (const { name, area, spec } of CALLS) {
    const path = `/api${spec.path}`
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(name, area, spec) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trading Bot',
      version: '1',
      description: 'Times are ISO 8601 UTC; money is rupees with two decimals.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: refusalSchema },
    },
  }
}

const refusalSchema = {
  type: 'object',
  description: 'A sentence for the user (error, message, detail or non_field_errors), or lists by field name.',
  additionalProperties: true,
}

function operation(name: string, area: string, spec: Call): Json {
  const refusal = { description: 'Refused', content: jsonContent({ $ref: '#/components/schemas/Refusal' }) }
  const status = String(spec.status ?? 200)
  const content = spec.produces
    ? { [spec.produces]: fileContent(spec.produces) }
    : jsonContent(schemaOf(spec.answer, 'output'))
  return {
    operationId: name,
    tags: [area],
    summary: spec.summary,
    security: spec.access === 'anyone' ? [] : [{ bearer: [] }],
    'x-allow': spec.access,
    parameters: [...parameters(spec.params, 'path'), ...parameters(spec.query, 'query')],
    ...(spec.body && {
      requestBody: { required: !spec.isBodyOptional, content: jsonContent(schemaOf(spec.body, 'input')) },
    }),
    ...(spec.consumes === 'file' && { requestBody: FILE_BODY }),
    responses: {
      [status]: status === '204' ? { description: 'Done' } : { description: 'Done', content },
      ...(spec.recentAuth && { '403': { ...refusal, description: RECENT_AUTH } }),
      '4XX': refusal,
    },
  }
}

const RECENT_AUTH = `Refused; with the code RECENT_AUTH_REQUIRED if the caller did not sign in or call /api/auth/recent-auth/ within the last ${RECENT_AUTH_MINUTES} minutes`

const FILE_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
}

/** OpenAPI 3.1 describes bytes by their media type alone. */
function fileContent(mediaType: string): Json {
  if (mediaType.startsWith('application/json;') || mediaType === 'application/json')
    return { schema: { type: 'object' } }
  return mediaType.includes('charset=') ? { schema: { type: 'string' } } : {}
}

function jsonContent(schema: unknown): Json {
  return { 'application/json': { schema } }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { required = [] } = schemaOf(schema, 'input') as { required?: string[] }
  // As they are read: on the way in everything is text, which says nothing about numbers and their limits.
  const { properties = {} } = schemaOf(schema, 'output') as { properties?: Json }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

function apiPage(): string {
  const sections = [...groupByArea()].map(([area, calls]) => `<h2>${area}</h2>${calls.map(callBlock).join('')}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Trading Bot API</title><style>${PAGE_STYLE}</style><main><h1>Trading Bot API</h1>
<p>Base path: <code>/api</code>. Calls speak JSON and keep their trailing slash. Machines read
<a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>${sections.join('')}</main></html>`
}

function groupByArea(): Map<string, (typeof CALLS)[number][]> {
  const areas = new Map<string, (typeof CALLS)[number][]>()
  for (const entry of CALLS) areas.set(entry.area, [...(areas.get(entry.area) ?? []), entry])
  return areas
}

function callBlock({ spec }: (typeof CALLS)[number]): string {
  const consumes = spec.body ?? spec.query
  const shape = (title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output') =>
    schema ? `<h4>${title}</h4><pre>${escape(JSON.stringify(schemaOf(schema, io), null, 2))}</pre>` : ''
  return `<details><summary><b>${spec.method}</b> <code>${escape(spec.path)}</code> <span>${WHO[spec.access]}</span>
<p>${escape(spec.summary)}${spec.recentAuth ? ' Asks for recent authentication.' : ''}</p></summary>${shape('Takes', consumes, 'input')}${spec.produces ? `<p>Answers ${spec.produces}</p>` : shape('Answers', spec.answer, 'output')}</details>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const PAGE_STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}main{max-width:860px;margin:2rem auto;padding:0 1rem}
h2{text-transform:capitalize;margin-top:2rem}details{border-bottom:1px solid #8884;padding:.6rem 0}
summary{cursor:pointer}summary p{margin:.2rem 0 0;opacity:.8}summary span{float:right;opacity:.7}
pre{overflow:auto;background:#8881;padding:.8rem;border-radius:6px;font-size:13px}`

/** The page is one block of style and text: nothing else is allowed on it. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
