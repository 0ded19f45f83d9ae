import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Refusal } from '@trading-bot/contract/rest/refusals'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { acceptFiles, withFile } from './with-file.ts'

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

test.each([
  ['before its file', '--x\r\n'],
  ['within its file', `${HEAD}a,b\n1,`],
])('an upload that stops %s is refused with a sentence', async (_, sent) => {
  const app = fastify()
  await acceptFiles(app)
  app.post('/', async (request, reply) => {
    const read = async ({ content }: { content: AsyncIterable<Uint8Array> }) => {
      for await (const chunk of content) if (chunk.length === 0) break
      return 'whole'
    }
    const outcome = await withFile(request, read, 1, 100)
    return outcome instanceof Refusal ? reply.code(outcome.entry.status).send(outcome.sentence) : outcome
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const head =
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9999\r\n\r\n'
  socket.write(head + sent)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  await app.close()
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 [^]*The file did not arrive within 0 seconds\. Split it/)
})
