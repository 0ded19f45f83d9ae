import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'

export type WebhookSettings = { readonly url: string; readonly secret: string | undefined }

const Message = z.object({ id: z.string(), at: z.string(), event: z.string(), subject: z.string(), text: z.string() })
const CALL_MS = 10_000

/** Posts an alert as JSON, signed where a secret is set; it throws where nobody took it, so that the job tries again. */
export async function sendToWebhook(settings: WebhookSettings | undefined, payload: unknown): Promise<void> {
  // It was set when the alert was written.
  if (!settings) return
  const { url, secret } = settings
  const body = JSON.stringify(Message.parse(payload))
  const signature = secret && createHmac('sha256', secret).update(body).digest('hex')
  await post('operator', url, body, signature ? { 'x-signature': `sha256=${signature}` } : {})
}

/** Posts the newest seal of a chain; it carries its own signature. */
export async function sendAuditHead(url: string | undefined, head: unknown): Promise<void> {
  if (url !== undefined) await post('audit', url, JSON.stringify(head))
}

async function post(whose: string, url: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  // The address may hold a secret, so no error may contain it.
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(CALL_MS),
  }).catch(() => null)
  if (response === null) throw new Error(`The webhook of the ${whose} is unreachable.`)
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The webhook of the ${whose} answered ${response.status}.`)
}
