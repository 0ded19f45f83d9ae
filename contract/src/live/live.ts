// What the server pushes to a browser: Server-Sent Events, read by fetch so that the token stays in its header.
import * as z from 'zod/mini'
import { Trade } from '../rest/bots.ts'
import { call } from '../rest/call.ts'
import { Id } from '../rest/shapes.ts'

/** First on every stream. Not resumed: changes may have been missed, so whoever listens reads everything anew. */
const ReadyEvent = z.object({ event: z.literal('ready'), data: z.object({ is_resumed: z.boolean() }) })
/** An order was decided or changed; the newest truth of it. */
const OrderEvent = z.object({ event: z.literal('order'), data: Trade })
/** A bot, its switches or its settings changed; null means that any of them may have. */
const BotsEvent = z.object({ event: z.literal('bots'), data: z.object({ bot_id: z.nullable(Id) }) })
/** The last one: come again, with a token that is still good. */
const EndEvent = z.object({
  event: z.literal('end'),
  data: z.object({ reason: z.enum(['token', 'session', 'shutdown']) }),
})

export const LiveEvent = z.discriminatedUnion('event', [ReadyEvent, OrderEvent, BotsEvent, EndEvent])
export type LiveEvent = z.infer<typeof LiveEvent>

/** Not among the calls: it answers with a stream. `Last-Event-ID` names the last change heard. */
export const openLive = call({
  method: 'GET',
  path: '/live/',
  access: 'signed-in',
  summary: 'Own orders and bots as they change; an administrator hears everybody’s.',
  answer: LiveEvent,
})
