import type { FastifyInstance } from 'fastify'
import { openEventIntake, receiveEvent } from '../features/payments/index.ts'
import type { Deps } from './context.ts'

/** The provider's deliveries: raw bytes, since the signature is over them. Not a call of the contract. */
export async function addWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const intake = openEventIntake(deps)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/payments/razorpay/webhook/', async (request, reply) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const delivery = { body, signature: header('x-razorpay-signature'), eventId: header('x-razorpay-event-id') }
      const outcome = await receiveEvent(deps, intake, delivery)
      return reply.code(outcome === 'stored' ? 200 : 400).send({ status: outcome })
    })
  })
}
