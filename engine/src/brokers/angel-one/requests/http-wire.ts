export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; empty for a GET. */
  readonly body: string
}

/** `not-sent` proves that nothing was sent; `no-answer` proves nothing. */
export type HttpAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'not-sent'; readonly why: string }
  | { readonly kind: 'no-answer'; readonly why: string }

/** The HTTP client that the adapter needs. It never throws. */
export type HttpWire = (request: HttpRequest) => Promise<HttpAnswer>
