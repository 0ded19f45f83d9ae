import type { FastifyInstance } from 'fastify'

/** The provider's webhook as raw bytes, because the signature is over the bytes. */
export type Delivery = { readonly body: Buffer; readonly signature: string; readonly eventId: string }
export type ReceiveDelivery = (delivery: Delivery) => Promise<'stored' | 'refused'>

/** The provider's webhooks; not a call of the contract. */
export async function addWebhook(app: FastifyInstance, receive: ReceiveDelivery): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/api/payments/razorpay/webhook/', async (request, reply) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const delivery = { body, signature: header('x-razorpay-signature'), eventId: header('x-razorpay-event-id') }
      const outcome = await receive(delivery)
      return reply.code(outcome === 'stored' ? 200 : 400).send({ status: outcome })
    })
  })
}
