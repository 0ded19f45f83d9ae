export type SocketListener = {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called once, also if the socket never opened; then with the HTTP status of a rejected handshake, if any. */
  readonly onClose: (refusedStatus: number | null) => void
}

export type Socket = { readonly sendText: (text: string) => void; readonly close: () => void }

/** The web socket client that the adapter needs. It never throws. */
export type SocketWire = (url: string, headers: Readonly<Record<string, string>>, listener: SocketListener) => Socket
