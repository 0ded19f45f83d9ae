import type { HttpRequest, HttpWire } from '../angel-one/requests/http-wire.ts'

export type CountedWire = {
  readonly send: HttpWire
  readonly isOnWire: () => boolean
  readonly sent: readonly HttpRequest[]
}

/** An HTTP client that counts pending calls, so that virtual time can wait for real sockets. */
export function countedWire(send: HttpWire): CountedWire {
  let onWire = 0
  const sent: HttpRequest[] = []
  return {
    sent,
    isOnWire: () => onWire > 0,
    async send(request) {
      sent.push(request)
      onWire++
      try {
        return await send(request)
      } finally {
        onWire--
      }
    },
  }
}
