export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; empty for a GET. */
  readonly body: string
}

/** `not-sent` is proof that nothing left; `no-answer` proves nothing. */
export type HttpAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'not-sent'; readonly why: string }
  | { readonly kind: 'no-answer'; readonly why: string }

/** The network as the adapter needs it. It never throws. */
export type HttpWire = (request: HttpRequest) => Promise<HttpAnswer>
