import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { contentPolicy } from './security-headers.ts'

type Miss = (request: FastifyRequest, reply: FastifyReply) => unknown

const NONCE_PLACE = '__STYLE_NONCE__'

/**
 * Serves the built client: hashed assets cached for ever, the page itself never; unknown paths belong to the client's
 * router.
 */
export async function addWeb(app: FastifyInstance, config: Config, folder: string, onMiss: Miss): Promise<void> {
  const index = path.join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : null
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['index.html*'],
      setHeaders: (reply, file) => {
        const forEver = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request
    const isPage = (method === 'GET' || method === 'HEAD') && !url.startsWith('/api') && !url.startsWith('/assets/')
    return page !== null && isPage ? sendPage(reply, config, page) : onMiss(request, reply)
  })
}

/** The libraries of the client add their styles at run time: only those with this answer's nonce are applied. */
function sendPage(reply: FastifyReply, config: Config, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentPolicy(config, nonce) })
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE_PLACE, nonce))
}
