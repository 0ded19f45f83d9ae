import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends the answer with a tag of its content, or only says that it is the one whose tag the caller sent. The tag is made
 * of this caller's own answer, so that one that was taken from somebody else opens nothing.
 */
export function sendIfChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  totals = '',
): FastifyReply {
  const text = JSON.stringify(answer)
  const hash = createHash('sha256').update(text).update(totals).digest('base64url')
  // Weak: a proxy may compress the answer on its way.
  const tag = `W/"${hash.slice(0, 22)}"`
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
