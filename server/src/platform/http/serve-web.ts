import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Miss = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Serves the built client: hashed assets cached for ever, the page itself never; unknown paths belong to the client's
 * router.
 */
export async function addWeb(app: FastifyInstance, folder: string, onMiss: Miss): Promise<void> {
  const hasWeb = existsSync(path.join(folder, 'index.html'))
  if (hasWeb) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        const forEver = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api') && !request.url.startsWith('/assets/')
    return hasWeb && isPage ? reply.sendFile('index.html') : onMiss(request, reply)
  })
}
