import { Agent, request } from 'node:http'
import type { Body } from '../wire/format/body-fields.ts'

export type RestAnswer = {
  readonly status: number
  readonly text: string
  readonly json: Body & { readonly data?: never }
}

const HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'X-UserType': 'USER',
  'X-SourceID': 'WEB',
  'X-ClientLocalIP': '127.0.0.1',
  'X-ClientPublicIP': '127.0.0.1',
  'X-MACAddress': '00:00:00:00:00:00',
}

export type RestClient = {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<RestAnswer>
  /** A string is sent unchanged, to allow bodies that are not JSON. */
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<RestAnswer>
  readonly close: () => void
}

/** A plain client for tests and load tests that sends only the documented headers. */
export function restClient(url: string): RestClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const send = (method: string, path: string, text: string, headers: Record<string, string>) =>
    new Promise<RestAnswer>((resolve, reject) => {
      const all = { ...HEADERS, ...headers, 'content-length': String(Buffer.byteLength(text)) }
      const sent = request(`${url}${path}`, { method, headers: all, agent }, (response) => {
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (answer += piece))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: answer, json: parse(answer) }))
      })
      sent.on('error', reject)
      sent.end(text)
    })
  return {
    get: (path, headers = {}) => send('GET', path, '', headers),
    post: (path, body, headers = {}) =>
      send('POST', path, typeof body === 'string' ? body : JSON.stringify(body), headers),
    close: () => agent.destroy(),
  }
}

function parse(text: string): RestAnswer['json'] {
  return (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}) as RestAnswer['json']
}
