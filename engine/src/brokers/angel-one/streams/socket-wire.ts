export type SocketListener = {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onBytes: (bytes: Uint8Array) => void
  /** Once, also when it never opened; then with the HTTP status of the refused handshake where there was one. */
  readonly onClose: (refusedStatus: number | null) => void
}

export type Socket = { readonly sendText: (text: string) => void; readonly close: () => void }

/** Web sockets as the adapter needs them. It never throws. */
export type SocketWire = (url: string, headers: Readonly<Record<string, string>>, listener: SocketListener) => Socket
