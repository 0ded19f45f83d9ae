// One request to Razorpay's documented REST API over plain HTTPS: the official package drops the refund's idempotency
// header and breaks on network errors.
import type * as z from 'zod/mini'
import { ProviderRefused, ProviderUnreachable } from './payment-provider.ts'

export type RazorpaySettings = {
  readonly url: string
  readonly keyId: string
  readonly keySecret: string
  /** Mandates: Razorpay activates them for an account on request. */
  readonly recurring?: boolean | undefined
  /** An order that is asked for again with its receipt is the same order. */
  readonly uniqueReceipt?: boolean | undefined
}

type Options = {
  readonly body?: object
  readonly method?: 'PUT'
  readonly headers?: Record<string, string>
}

const TIMEOUT_MS = 10_000

// Wrong keys (401) or a busy provider (409, 429) prove nothing about the request itself.
const REFUSING = new Set([400, 404, 422])

export async function askRazorpay<S extends z.ZodMiniType>(
  { url, keyId, keySecret }: RazorpaySettings,
  schema: S,
  path: string,
  { body, method, headers }: Options = {},
): Promise<z.output<S>> {
  const response = await fetch(`${url}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ProviderUnreachable(`no answer from the payment provider: ${String(error)}`)
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) {
    const sentence = `the payment provider answered ${response.status}: ${text.slice(0, 300)}`
    throw REFUSING.has(response.status) ? new ProviderRefused(sentence) : new ProviderUnreachable(sentence)
  }
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new ProviderUnreachable('the payment provider answered something unreadable')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
