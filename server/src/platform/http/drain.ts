import { openLive } from '@trading-bot/contract/live/live'
import { readHealth } from '@trading-bot/contract/rest/operations/platform'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './send-refusal.ts'

const NOT_WHILE_ENDING: ReadonlySet<string> = new Set([`/api${readHealth.path}`, `/api${openLive.path}`])

/**
 * When the server is to end it no longer reports itself ready, and opens no event stream, which would never end. Once it
 * has left it takes no new connection; whoever calls on an open one is answered and told to close it.
 */
export function addDraining(app: FastifyInstance, leave: () => Promise<void>): void {
  let isEnding = false
  app.addHook('preClose', async () => {
    isEnding = true
    await leave()
  })
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (!isEnding || !NOT_WHILE_ENDING.has(path)) return undefined
    return sendRefusal(reply, path, refuse('STOPPING', { retryAfterS: 1 }))
  })
}
