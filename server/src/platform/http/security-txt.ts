import { DAY_MS } from '@trading-bot/core/time'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './context.ts'

const VALID_DAYS = 180

/** Whom to tell about a weakness (RFC 9116). */
export function addSecurityTxt(app: FastifyInstance, { config, clock }: Deps): void {
  const { publicUrl, securityContact } = config
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS).toISOString()
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
