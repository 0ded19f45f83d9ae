import { type IncomingHttpHeaders, request as sendRequest } from 'node:http'

export type Forwarded = { readonly status: number; readonly contentType: string; readonly body: Buffer }

type ForwardedCall = {
  readonly targetUrl: string
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Forwards a call unchanged. Null if the target is unreachable. */
export function forward({ targetUrl, method, path, headers, body }: ForwardedCall): Promise<Forwarded | null> {
  return new Promise((resolve) => {
    const { host: _, connection: __, ...passed } = headers
    const sent = sendRequest(`${targetUrl}${path}`, { method, headers: { ...passed, connection: 'close' } })
    sent.on('error', () => resolve(null))
    sent.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', () => resolve(null))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 502,
          contentType: response.headers['content-type'] ?? 'text/plain',
          body: Buffer.concat(pieces),
        }),
      )
    })
    sent.end(body)
  })
}
