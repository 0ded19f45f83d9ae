import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { startLocalServer } from './local-server.ts'

// OTLP over HTTP in its JSON form: ids as hexadecimal digits, instants as nanoseconds in a string.
const Value = z.union([z.object({ stringValue: z.string() }), z.object({ intValue: z.number() })])
const Attribute = z.object({ key: z.string(), value: Value })
const Span = z.object({
  traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  spanId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  parentSpanId: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  name: z.string(),
  startTimeUnixNano: z.string().check(z.regex(/^\d{19}$/)),
  endTimeUnixNano: z.string().check(z.regex(/^\d{19}$/)),
  attributes: z.array(Attribute),
  status: z.object({ code: z.int(), message: z.optional(z.string()) }),
})
const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
})

export type ReceivedSpan = z.output<typeof Span> & { readonly service: unknown }

/** A collector of OpenTelemetry's that keeps the spans it gets; what is not OTLP it refuses with 400. */
export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const take = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const isExport = request.method === 'POST' && request.url === '/v1/traces'
    const isJson = request.headers['content-type'] === 'application/json'
    const parsed = ExportRequest.safeParse(isExport && isJson ? JSON.parse(body) : null)
    response.setHeader('content-type', 'application/json')
    if (!parsed.success) return void response.writeHead(400).end(JSON.stringify({ code: 3, message: 'not OTLP' }))
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
    }
    response.end('{"partialSuccess":{}}')
  }
  const { url: endpoint, stop } = await startLocalServer(take)
  return { endpoint, spans, stop }
}
