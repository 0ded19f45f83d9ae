import type { Refusal } from '@trading-bot/contract/rest/refusals'
import type { FastifyReply } from 'fastify'

/** The one place where a refusal becomes a status and a body. */
export function sendRefusal(reply: FastifyReply, path: string, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS)
  return reply.code(refusal.entry.status).send(refusalBody(path, refusal))
}

// Clients of the account calls read field lists, non_field_errors or detail; the others read error and message.
function refusalBody(path: string, refusal: Refusal): Record<string, unknown> {
  const { sentence, code, fields } = refusal
  const hasFields = Object.keys(fields).length > 0
  if (!path.startsWith('/auth/')) return { error: sentence, message: sentence, code, ...fields }
  if (hasFields) return { ...fields }
  if (refusal.entry.as === 'non_field_errors') return { non_field_errors: [sentence], code }
  return { success: false, detail: sentence, error: sentence, message: sentence, code }
}
